#error the harness took the submission's header
