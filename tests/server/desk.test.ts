import { describe, expect, it } from 'vitest'
import { deskReasons } from '../../server/models/desk/desk'
import { languageCode, wantedLanguage } from '../../server/models/desk/languageCode'
import { generateReviewed } from '../../server/models/desk/review'
import { type Generated, type GenerateRequest, ModelError } from '../../server/models/types'
import { labelled, measure, nothing } from '../desk/measure'
import { fakeModels, sampleRole } from '../support/serverFakes'

describe('a check of drafts, on at least 40 labelled texts', () => {
  it.each(Object.entries(labelled))(
    'for %s names nine of ten bad ones, and nine of ten it names are bad',
    (_, cases) => {
      const { cases: count, precision, recall } = measure(cases)
      expect(count).toBeGreaterThanOrEqual(40)
      expect(Math.min(cases.bad.length, cases.fine.length)).toBeGreaterThanOrEqual(15)
      expect([precision, recall].map((share) => share >= 0.9)).toEqual([true, true])
    },
  )

  it('says why in words that follow "This reply"', () => {
    expect(
      deskReasons('1. **Das Schild** hält länger als die Farbe daran: https://brot.example @ofen #brot', {
        ...nothing,
        language: 'en',
        openings: ['1 das schild'],
      }),
    ).toEqual([
      'is in German, not in English',
      'contains a link: https://brot.example',
      'mentions @ofen, who did not write the post',
      'begins like an item of a list',
      'is marked up, which X shows as it is written',
      'has hashtags: #brot',
      'names what no source has: Das Schild, Farbe',
      'begins like an earlier reply of this character: “1 das schild”',
    ])
  })

  it('lets hashtags pass where the character asks for them', () => {
    expect(deskReasons('A corner with a bell #bread', { ...nothing, wantsHashtags: true })).toEqual([])
  })
})

describe('the language that a reply should have', () => {
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

describe('drafts that do not pass', () => {
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

  it('are written once more, all in one call that says why', async () => {
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
        { reply: 'Great post! So inspiring.', because: ['sounds like a machine: “Great post”'] },
        { reply: '#bread first, then the sign.', because: ['has hashtags: #bread'] },
      ],
    })
  })

  it('cost no second call where all pass', async () => {
    const models = answering({ replies: ['Which corner gets the sun?'] })
    await review(models)
    expect(models.generateReplies).toHaveBeenCalledTimes(1)
  })

  it('stay with their reasons where nothing is to be written twice', async () => {
    const models = answering(first)
    const { drafts } = await review(models, false)
    expect(drafts.map(({ notes }) => notes.length)).toEqual([0, 1, 1])
    expect(models.generateReplies).toHaveBeenCalledTimes(1)
  })

  it('stay with their reasons where the second call fails, or brings nothing better', async () => {
    const kept = [[], ['sounds like a machine: “Great post”'], ['has hashtags: #bread']]
    for (const second of [new ModelError('busy'), { replies: ['Amazing post! #wow', 'Which corner gets the sun'] }]) {
      const { drafts } = await review(answering(first, second))
      expect(drafts.map(({ content }) => content)).toEqual(first.replies)
      expect(drafts.map(({ notes }) => notes)).toEqual(kept)
    }
  })

  it('are not kept for a caller who left', async () => {
    const left = new Error('left')
    await expect(review(answering(first, left))).rejects.toBe(left)
  })

  it('name what showed nothing and was taken out', async () => {
    const hidden = new Map([['Which corner gets the sun?', '2 invisible characters (characters of no width)']])
    const { drafts } = await review(answering({ replies: ['Which corner gets the sun?'], hidden }))
    expect(drafts[0]?.notes).toEqual(['held 2 invisible characters (characters of no width), which were taken out'])
  })
})
