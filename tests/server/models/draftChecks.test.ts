import { describe, expect, it } from 'vitest'
import { aboutOf } from '../../../server/models/draftChecks/aboutOf'
import { draftReasons } from '../../../server/models/draftChecks/draftReasons'
import { invisibleIn } from '../../../server/models/draftChecks/invisible'
import { language } from '../../../server/models/draftChecks/language'
import { languageCode, wantedLanguage } from '../../../server/models/draftChecks/languageCode'
import { generateReviewed } from '../../../server/models/draftChecks/review'
import { type Generated, type GenerateRequest, ModelError } from '../../../server/models/types'
import { labelled, measure, nothing } from '../../draftChecks/measure'
import { fakeModels, sampleRole } from '../../support/serverFakes'

describe('a check of drafts, on at least 40 labelled texts', () => {
  it.each(Object.entries(labelled))(
    'for %s finds nine of ten bad drafts, and nine of ten drafts that it finds are bad',
    (_, cases) => {
      const { cases: count, precision, recall } = measure(cases)
      expect(count).toBeGreaterThanOrEqual(40)
      expect(Math.min(cases.bad.length, cases.fine.length)).toBeGreaterThanOrEqual(15)
      expect([precision, recall].map((share) => share >= 0.9)).toEqual([true, true])
    },
  )

  it('gives the reason in words that follow "This reply"', () => {
    expect(
      draftReasons('1. **Das Schild** hält länger als die Farbe daran: https://brot.example @ofen #brot', {
        ...nothing,
        language: 'en',
        openings: ['1 das schild'],
      }),
    ).toEqual([
      'is in German, not in English',
      'contains a link: https://brot.example',
      'mentions @ofen, who did not write the post',
      'begins like a list item',
      'contains markup, which X shows as plain characters',
      'contains a hashtag: #brot',
      'names something that no source contains: Das Schild, Farbe',
      'begins like an earlier reply of this character: “1 das schild”',
    ])
  })

  it('names the language of a reply in an unwanted language, if its script is enough', () => {
    const made = (text: string, language: string) => draftReasons(text, { ...nothing, language })
    expect(made('We open at nine', 'he')).toEqual(['is in another language, not in Hebrew'])
    expect(made('Открываемся в девять', 'de')).toEqual(['is in Russian, not in German'])
  })

  it('joins the thousands of one number, but not two numbers', () => {
    const about = { ...nothing, post: 'Between 2024 500 cups and 4\u00a0000 hours', language: 'de' }
    const made = (text: string) => draftReasons(text, about)
    expect(made('Ich nehme 500 davon und 4000 dazu')).toEqual([])
    expect(made('Ich nehme 7\u00a0000 davon')).toContain('names something that no source contains: 7\u00a0000')
  })

  it.each([
    ['Never mention rivals. Use two hashtags.', true],
    ['Be warm. Use no hashtags, please!', false],
  ])('reads "%s" as a request for hashtags: %s', async (system_prompt, wanted) => {
    const role = { ...sampleRole, system_prompt, instruction_set: [] }
    const post = { text: 'Warm bread', authorUsername: 'baker', authorName: 'The Baker' }
    expect((await aboutOf({ role, post, count: 1 }, [])).wantsHashtags).toBe(wanted)
  })

  it('names everything else that is removed', () => {
    expect(invisibleIn('br\u3164ea\u2062d\u200b')).toBe(
      '3 invisible characters (characters without width, other invisible characters)',
    )
  })

  it('allows hashtags if the character asks for them', () => {
    expect(draftReasons('A corner with a bell #bread', { ...nothing, wantsHashtags: true })).toEqual([])
  })
})

describe('the language of a reply', () => {
  const told = (wanted: string, scores: Record<string, number>, text = 'Nine mugs survived the kiln') =>
    language(text, { language: wanted, detect: () => scores })

  it.each([
    ...['id ms', 'no nb', 'nn da', 'hr sr', 'bs sl', 'cs sk', 'pt gl', 'es ca', 'gl ca', 'tl en'],
    ...['ms id', 'da no', 'sl hr', 'en tl'],
  ])('passes if short texts of both languages are the same: %s', (pair) => {
    const [wanted = '', found = ''] = pair.split(' ')
    expect(told(wanted, { [found]: 0.9 })).toBeUndefined()
  })

  it.each([
    ['hi', 'mr', 'नमस्ते दुनिया आज'],
    ['ru', 'bg', 'Девять кружек пережили печь'],
  ])('is recognised only by its script if %s is wanted and it may be %s', (wanted, found, text) => {
    expect(told(wanted, { [found]: 0.9 }, text)).toBeUndefined()
  })

  it('is named if the wanted language is much less likely than the likeliest', () => {
    expect(told('de', { fr: 0.8, it: 0.2, de: 0.67 })).toBe('is in French, not in German')
    expect(told('de', { it: 0.2, fr: 0.8 })).toBe('is in French, not in German')
  })

  it.each([
    ['is near to the likeliest', { fr: 0.8, de: 0.68 }],
    ['is the likeliest', { fr: 0.7, de: 0.8 }],
    ['cannot be told', {}],
  ])('passes if the wanted language %s', (_what, scores) => {
    expect(told('de', scores)).toBeUndefined()
  })

  it('is not checked for fewer than ten letters, or for links, names and quotations', () => {
    const scores = { fr: 0.8 }
    expect(told('de', scores, 'Neuf mugs')).toBeUndefined()
    expect(told('de', scores, 'Neuf mugs xy')).toBeDefined()
    expect(told('de', scores, 'https://example.com/neuf-tasses @cafe_du_nord #tasses $EUR')).toBeUndefined()
    expect(told('de', scores, 'So: “Neuf tasses ont survécu” !')).toBeUndefined()
  })
})

describe('the wanted language of a reply', () => {
  it.each([
    ['English', 'en'],
    ['de-AT', 'de'],
    ['Deutsch (informell)', 'de'],
    ['日本語', 'ja'],
    ['Brazilian Portuguese', 'pt'],
    ['English or German', undefined],
    ['Elvish', undefined],
  ])('is read from "%s"', (text, code) => {
    expect(languageCode(text)).toBe(code)
  })

  it.each([
    ['the post', 'ja', 'ja'],
    ['auto', 'in', 'id'],
    ['same as the post', 'qme', undefined],
    ['auto', undefined, undefined],
    ['French', 'ja', 'fr'],
  ])('of "%s" under a post in %s is %s', (language, ofPost, wanted) => {
    expect(wantedLanguage(language, ofPost)).toBe(wanted)
  })
})

describe('drafts that fail a check', () => {
  const request: GenerateRequest = {
    role: { ...sampleRole, language: 'English' },
    post: { text: 'Our shop opens on Saturday.', authorUsername: 'maker', authorName: 'The Maker' },
    count: 3,
    present: ['An earlier draft'],
  }
  const answering = (...answers: (Generated | Error)[]) => {
    const models = fakeModels()
    models.generateReplies.mockImplementation(async () => {
      const next = answers.shift()
      if (next === undefined || next instanceof Error) throw next
      return next
    })
    return models
  }
  const review = (models: ReturnType<typeof answering>, rewrites = true, signal?: AbortSignal) =>
    generateReviewed(models, request, { about: { ...nothing, language: 'en' }, rewrites }, signal)
  const first = {
    replies: ['Which corner gets the sun?', 'Great post! So inspiring.', '#bread first, then the sign.'],
    incomplete: 'The model provider broke off',
  }

  it('are written once more, in a call that contains the reasons', async () => {
    const models = answering(first, { replies: ['Who painted the sign?', 'Bread first, then the paint.'] })
    expect(await review(models)).toEqual({
      drafts: ['Which corner gets the sun?', 'Who painted the sign?', 'Bread first, then the paint.'].map(
        (content) => ({
          content,
          notes: [],
        }),
      ),
      incomplete: 'The model provider broke off',
    })
    expect(models.generateReplies).toHaveBeenCalledTimes(2)
    expect(models.generateReplies.mock.lastCall?.[0]).toEqual({
      ...request,
      count: 2,
      present: ['Which corner gets the sun?', 'An earlier draft'],
      turnedDown: [
        { reply: 'Great post! So inspiring.', reasons: ['sounds like a machine: “Great post”'] },
        { reply: '#bread first, then the sign.', reasons: ['contains a hashtag: #bread'] },
      ],
    })
  })

  it('are written once more in groups of twenty, each call with only its own reasons', async () => {
    const many = Array.from({ length: 23 }, (_, at) => `${String.fromCharCode(97 + at).repeat(9)} #bread`)
    const models = answering({ replies: many }, { replies: ['Who painted the sign?'] }, new ModelError('busy'))
    const { drafts } = await review(models)
    expect(drafts.map(({ content }) => content)).toEqual(['Who painted the sign?', ...many.slice(1)])
    const [, second, third] = models.generateReplies.mock.calls.map(([asked]) => asked)
    expect(second?.turnedDown?.map(({ reply }) => reply)).toEqual(many.slice(0, 20))
    expect(third?.turnedDown?.map(({ reply }) => reply)).toEqual(many.slice(20))
    expect(third).toMatchObject({ count: 3, present: ['Who painted the sign?', 'An earlier draft'] })
  })

  it('are not replaced by drafts that X would treat as duplicates', async () => {
    const replies = ['The oven bakes all night #bread #oven', 'Amazing post! The door has a bell that rings #door']
    const models = answering(
      { replies },
      { replies: ['The oven bakes all night: bread, oven', 'Who painted the sign?'] },
    )
    const { drafts } = await review(models)
    expect(drafts.map(({ content }) => content)).toEqual([
      'The oven bakes all night: bread, oven',
      'Who painted the sign?',
    ])
    const swapped = answering({ replies }, { replies: ['Amazing post: the door has a bell that rings, door'] })
    expect((await review(swapped)).drafts.map(({ content }) => content)).toEqual([
      replies[0],
      'Amazing post: the door has a bell that rings, door',
    ])
  })

  it('read their comparison texts once, and yield to other work', async () => {
    let read = 0
    let turns = 0
    const about = {
      ...nothing,
      get earlier() {
        read += 1
        return ['The paint was still wet when the bell rang.']
      },
    }
    const replies = Array.from({ length: 17 }, (_, at) => `${String.fromCharCode(97 + at).repeat(9)} bread`)
    const models = answering({ replies })
    const turn = () => {
      turns += 1
      waiting = setImmediate(turn)
    }
    let waiting = setImmediate(turn)
    await generateReviewed(models, { ...request, count: 17 }, { about, rewrites: false })
    clearImmediate(waiting)
    expect(read).toBe(1)
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  it('cost no second call if all pass', async () => {
    const models = answering({ replies: ['Which corner gets the sun?'] })
    await review(models)
    expect(models.generateReplies).toHaveBeenCalledTimes(1)
  })

  it('keep their reasons if rewriting is off', async () => {
    const models = answering(first)
    const { drafts } = await review(models, false)
    expect(drafts.map(({ notes }) => notes.length)).toEqual([0, 1, 1])
    expect(models.generateReplies).toHaveBeenCalledTimes(1)
  })

  it('keep their reasons if the second call fails, or returns nothing better', async () => {
    const kept = [[], ['sounds like a machine: “Great post”'], ['contains a hashtag: #bread']]
    for (const second of [new ModelError('busy'), { replies: ['Amazing post! #wow', 'Which corner gets the sun'] }]) {
      const { drafts } = await review(answering(first, second))
      expect(drafts.map(({ content }) => content)).toEqual(first.replies)
      expect(drafts.map(({ notes }) => notes)).toEqual(kept)
    }
  })

  it('are not stored for a caller who left', async () => {
    const left = new Error('left')
    await expect(review(answering(first, left))).rejects.toBe(left)
  })

  it('have the notes of the answer that they were read from', async () => {
    const notes = new Map([['Which corner gets the sun?', ['may be misread: the answer contained several lists']]])
    const { drafts } = await review(answering({ replies: ['Which corner gets the sun?'], notes }))
    expect(drafts[0]?.notes).toEqual(['may be misread: the answer contained several lists'])
  })
})
