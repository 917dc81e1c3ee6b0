-- Fills the slides from the labs' pages. In slides.md a block
--     ::: {page="lab6" figure="lab6-words"}     stands for the figure, with its description,
--     ::: {page="lab6" says="Constant memory"}  for the sentence that begins so (sentences="2": two of them),
--     ::: {page="lab6" code="__constant__"}     for the listing that begins so,
--     ::: {page="lab9" table="you see"}         for the table whose first head is this (rows="3": its first rows).
-- What is not there stops pandoc.

local read = {}

local function blocks_of(name)
    if not read[name] then
        local path = "../" .. name .. "/README.md"
        local file = assert(io.open(path), "slides.md names a page that is not there: " .. path)
        read[name] = pandoc.read(file:read("a"), "gfm+smart")
        file:close()
    end
    return read[name]
end

local function begins(text, with) return text:sub(1, #with) == with end

-- The sentences of a paragraph, each a list of inlines.
local function sentences(inlines)
    local all, now = {}, pandoc.List()
    for i, inline in ipairs(inlines) do
        local blank = inline.t == "Space" or inline.t == "SoftBreak"
        if #now > 0 or not blank then now:insert(inline) end
        local after = inlines[i + 1]
        local ends = inline.t == "Str" and inline.text:match("[.?!][”)]*$") and
            (not after or after.t == "Space" or after.t == "SoftBreak")
        -- A bold word with its full stop is a sentence's heading.
        if inline.t == "Strong" and pandoc.utils.stringify(inline):match("%.$") then
            now = pandoc.List()
        elseif ends then
            table.insert(all, now)
            now = pandoc.List()
        end
    end
    if #now > 0 then table.insert(all, now) end
    return all
end

local function sentence(page, with, count)
    local found
    local function look(paragraph)
        if found then return end
        local all = sentences(paragraph.content)
        for i, inlines in ipairs(all) do
            if begins(pandoc.utils.stringify(inlines), with) then
                found = pandoc.List(inlines)
                for k = i + 1, math.min(i + count - 1, #all) do
                    found:insert(pandoc.Space())
                    found:extend(all[k])
                end
                return
            end
        end
    end
    pandoc.walk_block(pandoc.Div(blocks_of(page).blocks), { Para = look, Plain = look })
    assert(found, "slides.md: no sentence of " .. page .. " begins with: " .. with)
    -- A link of the page leads nowhere from here.
    return pandoc.Para(pandoc.walk_inline(pandoc.Span(found), { Link = function(link) return link.content end }).content)
end

local function words(text)
    local all = pandoc.List()
    for word in text:gmatch("%S+") do all:extend({ pandoc.Str(word), pandoc.Space() }) end
    return all
end

local function figure(page, name)
    local found
    pandoc.walk_block(pandoc.Div(blocks_of(page).blocks), { Image = function(image)
        if image.src == "figures/" .. name .. ".svg" then found = image end
    end })
    assert(found, "slides.md: " .. page .. " has no figure " .. name)
    local image = pandoc.Image(found.caption, "../" .. page .. "/" .. found.src, "", pandoc.Attr("", { "figure" }))
    return { pandoc.Plain({ image }), pandoc.Div(pandoc.Para(words(found.title)), pandoc.Attr("", { "caption" })) }
end

local function code(page, with)
    local found
    pandoc.walk_block(pandoc.Div(blocks_of(page).blocks), { CodeBlock = function(block)
        if not found and begins(block.text, with) then found = block end
    end })
    return assert(found, "slides.md: no listing of " .. page .. " begins with: " .. with)
end

local function rows(page, head, count)
    local found
    pandoc.walk_block(pandoc.Div(blocks_of(page).blocks), { Table = function(block)
        local simple = pandoc.utils.to_simple_table(block)
        if not found and pandoc.utils.stringify(simple.headers[1]) == head then found = simple end
    end })
    assert(found, "slides.md: no table of " .. page .. " has the head: " .. head)
    while count and #found.rows > count do table.remove(found.rows) end
    return pandoc.utils.from_simple_table(found)
end

-- Powers, as the pages have them.
local function power(text)
    local before, base, exponent, after = text.text:match("^(.-)(%d+)%^(%-?%d+)(.*)$")
    if base then return { pandoc.Str(before .. base), pandoc.Superscript(pandoc.Str(exponent)), pandoc.Str(after) } end
end

local function fill(div)
    local asked = div.attributes
    if not asked.page then return nil end
    if asked.figure then return figure(asked.page, asked.figure) end
    if asked.says then return sentence(asked.page, asked.says, tonumber(asked.sentences or 1)) end
    if asked.code then return code(asked.page, asked.code) end
    if asked.table then return rows(asked.page, asked.table, tonumber(asked.rows or 99)) end
    error("slides.md: a block of " .. asked.page .. " says neither figure, says, code nor table")
end

return { { Div = fill }, { Str = power } }
