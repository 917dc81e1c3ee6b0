-- What pandoc does to a handout on its way to HTML: the title leaves the text, links go to the other
-- pages, figures get a caption and a place for the figure that answers, and every name in brackets that a
-- report can say gets an anchor of that name.
local pages = { ["README.md"] = "index.html", ["../README.md"] = "index.html", ["listings/README.md"] = "listings.html", ["memory/README.md"] = "memory.html",
    ["../memory/README.md"] = "memory.html", ["../labs/cpu/FINDINGS.md"] = "findings.html",
    ["../../labs/cpu/FINDINGS.md"] = "findings.html" }

-- These stay as they are in the dark.
local pictures = { ["lab10-half-texel"] = true, ["lab10-rotate"] = true }

local function escaped(text)
    return (text:gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

local function read(path)
    local file = assert(io.open(path, "r"), path .. ": there is no such figure")
    local text = file:read("a")
    file:close()
    return text
end

-- Of the file's own drawing: how wide and high it is, so that nothing moves while the page loads.
local function size(path)
    local width, height = read(path):match('viewBox="0 0 (%d+) (%d+)"')
    return width, height
end

local folder = "" -- the page's own, as figures are named from there

local function figure(image)
    local name = image.src:match("([%w-]+)%.svg$")
    local path = folder .. image.src
    local width, height = size(path)
    local alt = pandoc.utils.stringify(image.caption)
    local caption = image.title ~= "" and image.title or alt
    local kind = pictures[name] and "picture" or "plot"
    return pandoc.RawBlock("html", string.format(
        '<figure id="%s" class="%s">\n<img src="%s" width="%s" height="%s" alt="%s">\n<figcaption>%s</figcaption>\n</figure>',
        name, kind, path, width, height, escaped(alt),
        (escaped(caption):gsub("(%f[%w]%d+)%^(%-?%d+)", "%1<sup>%2</sup>"))))
end

local named = {}
local paper = false

-- The names in a cell, each in an element that a link can lead to.
local function anchored(cell)
    return pandoc.walk_block(pandoc.Div(cell.contents), {
        Code = function(code)
            if named[code.text] then return nil end
            named[code.text] = true
            return pandoc.Code(code.text, pandoc.Attr(code.text))
        end,
    }).content
end

function Pandoc(doc)
    paper = pandoc.utils.stringify(doc.meta.kind) == "paper"
    folder = pandoc.utils.stringify(doc.meta.folder)
    if folder ~= "" then folder = folder .. "/" end
    local blocks = {}
    for _, block in ipairs(doc.blocks) do
        if block.t == "Header" and block.level == 1 and not doc.meta.title then
            doc.meta.title = pandoc.MetaInlines(block.content)
            doc.meta.pagetitle = pandoc.utils.stringify(block.content)
        else
            table.insert(blocks, block)
        end
    end
    doc.blocks = blocks
    return doc
end

return {
    { Pandoc = Pandoc },
    {
        Link = function(link)
            local file, anchor = link.target:match("^([^#]*)(#?.*)$")
            local lab = file:match("^%.*/?(lab%d+)/README%.md$")
            local page = pages[file] or lab and lab .. ".html"
            if not page then return nil end
            if paper then return link.content end
            link.target = page .. anchor
            return link
        end,
        -- 2^20 is a power where it is no code.
        Str = function(str)
            local before, exponent, after = str.text:match("^(.*%d)%^(%-?%d+)(.*)$")
            if before then return { pandoc.Str(before), pandoc.Superscript(exponent), pandoc.Str(after) } end
        end,
        Para = function(para)
            if #para.content == 1 and para.content[1].t == "Image" then return figure(para.content[1]) end
        end,
        -- A line that does not fit scrolls, and the keyboard must get there.
        CodeBlock = function(code)
            return pandoc.RawBlock("html", '<pre tabindex="0"><code>' .. escaped(code.text) .. "</code></pre>")
        end,
        Table = function(tab)
            local head = pandoc.utils.stringify(tab.head.rows[1].cells[1].contents)
            -- Widths are the style's business.
            for i, spec in ipairs(tab.colspecs) do tab.colspecs[i] = { spec[1], nil } end
            if head == "you see" then
                for _, row in ipairs(tab.bodies[1].body) do row.cells[1].contents = anchored(row.cells[1]) end
            end
            tab.attr = pandoc.Attr("", { head:gsub("%W+", "-") })
            return tab
        end,
    },
}
