import { describe, expect, test } from 'vitest'
import { readReplies } from '../../../server/models/readReplies'

const three = ['Lovely corner.', 'What is on tap?', 'See you at noon.']
const list = JSON.stringify({ replies: three })

describe('the replies in an answer', () => {
  const readable: [form: string, content: string, count?: number][] = [
    ['as asked', list],
    ['with blanks around', `\n  ${list} \n`],
    ['in a fence', `\`\`\`json\n${list}\n\`\`\``],
    ['in a fence that shouts', `\`\`\`JSON\n${list}\n\`\`\``],
    ['in a fence without a language', `\`\`\`\n${list}\n\`\`\``],
    ['in a fence on one line', `\`\`\`json ${list}\`\`\``],
    ['in a fence that does not end', `\`\`\`json\n${list}`],
    ['after words', `Sure! Here are [3] replies:\n${list}`],
    ['before words', `${list}\n\nI kept them short [as asked], and "dry".`],
    ['after reasoning', `<think>\nThe post says ["x"]. {"replies": ["no"]}\n</think>\n${list}`],
    ['after reasoning whose first tag the template ate', `The user wants replies.\n</think>\n\n${list}`],
    ['after reasoning under another name', `<THINKING>hm</THINKING>${list}`],
    [
      'after channels',
      `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>${list}<|end|>`,
    ],
    ['as a bare list', JSON.stringify(three)],
    ['under another key', JSON.stringify({ comments: three })],
    ['under a key with a capital', JSON.stringify({ Replies: three })],
    ['under a key that nobody knows', JSON.stringify({ antworten: three })],
    ['beside other keys', JSON.stringify({ tone: ['dry', 'warm'], note: 'ok', replies: three })],
    ['wrapped', JSON.stringify({ result: { data: { replies: three } } })],
    ['as objects', JSON.stringify({ replies: three.map((text, id) => ({ id, text })) })],
    ['as objects with an angle', JSON.stringify(three.map((reply) => ({ angle: 'fact', reply })))],
    ['as objects with one text of any name', JSON.stringify(three.map((respuesta, n) => ({ n, respuesta })))],
    ['as numbered keys', JSON.stringify({ reply_1: three[0], reply_2: three[1], reply_3: three[2] })],
    ['as JSON in JSON', JSON.stringify(list)],
    ['as JSON in a key', JSON.stringify({ replies: JSON.stringify(three) })],
    ['as one object a line', three.map((reply) => JSON.stringify({ reply })).join('\n')],
    ['with a trailing comma', '{"replies": ["Lovely corner.", "What is on tap?", "See you at noon.",],}'],
    ['with comments', '{"replies": [\n// one\n"Lovely corner.", "What is on tap?", /* last */ "See you at noon."]}'],
    ['as names of tones', JSON.stringify({ witty: three[0], warm: three[1], dry: three[2] })],
    ['as lists in a list', JSON.stringify({ replies: three.map((text) => [text]) })],
    ['under a call in a channel', `<|channel|>commentary to=functions.replies<|message|>${list}<|call|>`],
    ['with its end missing', '{"replies": ["Lovely corner.", "What is on tap?", "See you at noon."'],
    ['numbered', '1. Lovely corner.\n2. What is on tap?\n3. See you at noon.'],
    [
      'numbered with brackets, quotes and empty lines',
      '1) "Lovely corner."\n\n2) “What is on tap?”\n\n3) "See you at noon."',
    ],
    ['numbered in bold', '**1.** Lovely corner.\n**2.** What is on tap?\n**3.** See you at noon.'],
    ['numbered by name', 'Reply 1: Lovely corner.\nReply 2: What is on tap?\nReply 3: See you at noon.'],
    [
      'numbered between words',
      'Here you go:\n\n1. Lovely corner.\n2. What is on tap?\n3. See you at noon.\n\nShall I go on?',
    ],
    ['numbered in one line', 'Sure! Here are some: 1. Lovely corner. 2. What is on tap? 3. See you at noon.'],
    ['with bullets', '- Lovely corner.\n- What is on tap?\n- See you at noon.'],
    ['one a line', 'Here are three:\nLovely corner.\n\nWhat is on tap?\n\nSee you at noon.'],
    ['in a fence of text', '```\nLovely corner.\nWhat is on tap?\nSee you at noon.\n```'],
  ]
  test.each(readable)('%s', (_, content) => {
    expect(readReplies(content, 3).texts).toEqual(three)
  })

  test.each([
    ['as asked', '{"replies": ["Lovely corner."]}'],
    ['under the name of one', '{"reply": "Lovely corner."}'],
    ['alone', 'Lovely corner.'],
    ['in quotation marks', '"Lovely corner."'],
    ['after a lead-in', 'Here is a reply:\n\n"Lovely corner."'],
    ['after a lead-in on its line', 'Sure, here is one: "Lovely corner."'],
    ['as a text', '"Lovely corner."'],
  ])('that count as one reply: %s', (_, content) => {
    expect(readReplies(content, 1).texts).toEqual(['Lovely corner.'])
  })

  test.each([
    ['in the middle of a text', '{"replies": ["Lovely corner.", "What is on tap?", "See you at'],
    ['after an escape', '{"replies": ["Lovely corner.", "What is on tap?", "See \\'],
    ['in a fence', '```json\n{\n  "replies": [\n    "Lovely corner.",\n    "What is on tap?",\n    "See you'],
    ['in an object', '[{"text": "Lovely corner."}, {"text": "What is on tap?"}, {"text": "See'],
    ['in a numbered list', '1. Lovely corner.\n2. What is on tap?\n3. See you at'],
  ])('cut off %s: only complete replies count', (_, content) => {
    expect(readReplies(content, 3, true).texts).toEqual(['Lovely corner.', 'What is on tap?'])
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['reasoning that does not end', '<think>Let me see. 1. Lovely corner. 2. What is on tap?'],
    ['words', 'Sure! I would be happy to.'],
    ['a list of numbers', '{"replies": [1, 2, 3]}'],
    ['JSON that is cut before its first reply', '```json\n{"replies": ["Lov'],
    ['a page', '<!doctype html>\n<title>Welcome</title>'],
  ])('there are none in %s', (_, content) => {
    expect(readReplies(content, 3, content.endsWith('Lov'))).toMatchObject({ texts: [], form: 'none' })
  })

  test.each(['{"replies": []}', '{"replies": ["", " ", "\\n"]}'])(
    '%s has the requested form and contains no reply',
    (content) => {
      expect(readReplies(content, 3)).toEqual({ texts: [], form: 'asked' })
    },
  )

  test('a line break inside a text is kept', () => {
    expect(readReplies('{"replies": ["Lovely\ncorner."]}', 1)).toEqual({ texts: ['Lovely\ncorner.'], form: 'other' })
  })

  test('only the requested form counts as obeyed', () => {
    expect(readReplies(list, 3).form).toBe('asked')
    expect(readReplies(`\`\`\`json\n${list}\n\`\`\``, 3).form).toBe('other')
    expect(readReplies(JSON.stringify(three), 3).form).toBe('other')
  })

  test('a number that begins a reply is no list number', () => {
    const times = ['1:30 works.', '2:45 works.', '3.5 litres, please.']
    expect(readReplies(JSON.stringify({ replies: times }), 3).texts).toEqual(times)
    expect(readReplies('We are No 1. Not bad.', 1).texts).toEqual(['We are No 1. Not bad.'])
    expect(readReplies('2026: the year of the kiosk.', 1).texts).toEqual(['2026: the year of the kiosk.'])
  })

  test('reasoning marks within the texts of a list belong to the texts', () => {
    const texts = ['Ask <think> first.', 'Then </think> it.', 'And [THINK] again.']
    expect(readReplies(`Here are the replies:\n${JSON.stringify({ replies: texts })}`, 3).texts).toEqual(texts)
  })

  test.each([
    ['a quotation mark without the second one', JSON.stringify({ replies: ['“Open at nine.'] })],
    ['an element with more than one line', '<answer>assistant\nOpen at nine.</answer>'],
    ['a line that leads to others', JSON.stringify({ replies: ['Noch zwei Ideen:\nOpen at nine.'] })],
    [
      'words behind the list that its elements make',
      '<replies><reply>Open at nine.</reply></replies>\nRather: at ten.',
    ],
    ['quotation marks in JSON that are not escaped', '{"replies": ["They say "open" at nine."]}'],
  ])('carry a note for %s', (_, content) => {
    expect(readReplies(content, 1)).toMatchObject({ texts: [expect.any(String)], doubt: expect.any(String) })
    expect(readReplies(JSON.stringify({ replies: ['Open at nine.'] }), 1).doubt).toBeUndefined()
  })

  test.each([
    ['a million empty replies', JSON.stringify({ replies: Array.from({ length: 1_000_000 }, () => '') })],
    ['a million replies', JSON.stringify({ replies: Array.from({ length: 300_000 }, (_, index) => `${index}`) })],
    ['brackets without end', '['.repeat(3_000_000)],
    ['deep objects', `${'{"replies":'.repeat(20_000)}1`],
    ['brackets behind a comment', `[/* " */${'['.repeat(190_000)}`],
    ['quotation marks', '"'.repeat(200_000)],
    ['opening tags', '<think>'.repeat(30_000)],
    ['numbers', '1. '.repeat(60_000)],
    ['braces with words', '{a '.repeat(60_000)],
    ['closing tags', '</think>{"'.repeat(20_000)],
    ['elements', '<a>'.repeat(60_000)],
    ['tokens at the end of a text', JSON.stringify({ replies: [`x${'<|im_end|>'.repeat(18_000)}`] })],
    ['literal line breaks', JSON.stringify({ replies: ['a.\\nB'.repeat(30_000)] })],
  ])('%s are read only up to a few times the count', (_, content) => {
    expect(readReplies(content, 3).texts.length).toBeLessThanOrEqual(26)
  })
})
