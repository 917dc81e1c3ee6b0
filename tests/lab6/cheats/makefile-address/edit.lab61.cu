s/return cudaGetSymbolAddress(address, c_a);/return hAddressCM(address);/
