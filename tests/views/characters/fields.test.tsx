import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { modelTrialMachine } from '../../../src/machines/characters/modelTrial'
import type { Model } from '../../../src/schemas/characters/models'
import { emptyRoleForm, type RoleForm } from '../../../src/schemas/characters/roleForm'
import { ApiError } from '../../../src/services/api/api'
import { foundModels } from '../../../src/views/characters/foundModels'
import { JsonField } from '../../../src/views/characters/JsonField'
import { ModelField } from '../../../src/views/characters/ModelField'
import ModelOptions from '../../../src/views/characters/ModelOptions'
import { ModelTrial } from '../../../src/views/characters/ModelTrial'
import { RoleFields } from '../../../src/views/characters/RoleFields'
import RolesScreen from '../../../src/views/characters/RolesScreen'
import { Field } from '../../../src/views/ui'
import { actorAt } from '../../support/actorAt'
import { renderPart } from '../../support/renderPart'
import { sampleRole } from '../../support/serverFakes'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const described = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? null
const never = () => new Promise<never>(() => undefined)

describe('the models of a search', () => {
  const named = (...ids: string[]): Model[] => ids.map((id) => ({ id }))
  const many = (count: number) => named(...Array.from({ length: count }, (_, index) => `chat-${index}`))

  it.each([
    [50, 50, 0],
    [51, 50, 1],
    [49, 49, 0],
  ])('are, of %i, the first %i, with the number of the other %i', (count, shown, more) => {
    const found = foundModels(many(count), '')
    expect([found.shown.length, found.more]).toEqual([shown, more])
  })

  it.each([
    ...['text-embedding-3', 'whisper-1', 'tts-1', 'dall-e-3', 'dalle-mini', 'omni-moderation', 'gpt-image-1'],
    ...['gpt-audio', 'rerank-2', 'gpt-transcribe', 'gpt-realtime', 'speech-1', 'llama vision-ocr', 'llama-guard-4'],
    'DALL-E-2',
  ])('come before %s, which does not write text', (unlikely) => {
    expect(foundModels(named(unlikely, 'writer'), '').shown.map(({ id }) => id)).toEqual(['writer', unlikely])
  })

  it('keep their order, including those without a guard', () => {
    const ids = ['b', 'vanguard-2', 'a']
    expect(foundModels(named(...ids), '').shown.map(({ id }) => id)).toEqual(ids)
  })

  it('contain every word, in any case and order', () => {
    const models = named('Groq: Llama-3', 'groq: mixtral', 'llama-2')
    expect(foundModels(models, '\tLLAMA  groq ').shown).toEqual([{ id: 'Groq: Llama-3' }])
  })
})

describe('a field of JSON', () => {
  const Json = ({ text }: { text: string }) => {
    const form = useForm<RoleForm>({ defaultValues: { ...emptyRoleForm, knowledge_base: text } })
    return (
      <>
        <JsonField form={form} name="knowledge_base" label="Knowledge Base" placeholder="{}" />
        <output>{String(form.formState.isDirty)}</output>
      </>
    )
  }
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('Knowledge Base')
  const noObject = 'This JSON is not an object: begin with { and end with }.'

  it.each([
    ['', 'A JSON object, or nothing.', null],
    [' \n', 'A JSON object, or nothing.', null],
    [' {"a": 1} ', 'A JSON object, or nothing.', false],
    ['{"a": 1', 'This is not valid JSON: line 1, column 8.', true],
    ['{\n "a" 1}', 'This is not valid JSON: line 2, column 6.', true],
    ['[1]', noObject, true],
    ['"a {"', noObject, true],
    [' 7', noObject, true],
  ])('that contains %j shows: %s', (text, words, disabled) => {
    render(<Json text={text} />)
    expect(described(field())).toBe(words)
    const format = screen.queryByRole<HTMLButtonElement>('button', { name: 'Format Knowledge Base' })
    expect(format?.disabled ?? null).toBe(disabled)
  })

  it('is indented on request, which counts as a change', async () => {
    render(<Json text='{"a":{"b":1}}' />)
    await userEvent.click(button('Format Knowledge Base'))
    expect(field().value).toBe('{\n  "a": {\n    "b": 1\n  }\n}')
    expect(document.querySelector('output')?.textContent).toBe('true')
    expect(field().getAttribute('spellcheck')).toBe('false')
  })
})

describe('the test of a model', () => {
  const nothing = { model_name: 'gpt-test', tried: undefined, problem: undefined }
  const used = { input_tokens: 1_310, output_tokens: 12, is_estimated: false }
  const tried = { provider: 'Here', model: 'gpt-test', answer: 'See you there', took_ms: 840, ...used, price: 430_000 }
  const told = () => screen.getByRole('status').textContent

  it.each([
    ['resting', nothing, '', false],
    ['asking', nothing, 'Asking gpt-test', true],
    ['resting', { ...nothing, tried }, 'See you there 0.8 s, 1,310 tokens in, 12 out, $0.43', false],
    ['resting', { ...nothing, problem: { reason: 'No such model' } }, 'No such model', false],
    ['resting', { ...nothing, problem: {} }, 'The model could not be tested.', false],
    ['resting', { ...nothing, model_name: 'gpt-other', problem: { reason: 'No such model' } }, '', false],
    ['asking', { ...nothing, model_name: 'gpt-other' }, '', false],
  ] as const)('that is %s with %j says: %s', async (value, context, words, isAsked) => {
    const { actor, sent } = actorAt(
      modelTrialMachine,
      value,
      context as Parameters<typeof actorAt<typeof modelTrialMachine>>[2],
    )
    render(<ModelTrial trial={actor} model="gpt-test" />)
    expect([told(), button('Try it').disabled]).toEqual([words, isAsked])
    await userEvent.click(button('Try it'))
    expect(sent).toEqual(isAsked ? [] : [{ type: 'trial.request', model_name: 'gpt-test' }])
  })

  it('is not available for a model without a name', () => {
    const { actor } = actorAt(modelTrialMachine, 'resting', { ...nothing, model_name: '' })
    render(<ModelTrial trial={actor} model="" />)
    expect(button('Try it').disabled).toBe(true)
  })
})

describe('the options of a model', () => {
  const models: Model[] = [
    {
      id: 'gpt-test',
      provider: 'Here',
      price: { input: 150_000, output: 600_000 },
      context_tokens: 128_000,
      took_ms: 1_240,
    },
    { id: 'gpt-quick', took_ms: 0 },
    { id: 'plain' },
  ]
  const open = (list: Model[], value = '') => {
    const told = vi.fn()
    const Options = () => {
      const { register, setValue, watch } = useForm({ defaultValues: { model: value } })
      const { ref, name } = register('model')
      return (
        <Field label="Model Name" hint="Any">
          <ModelOptions
            ref={ref}
            name={name}
            value={watch('model')}
            onChange={(next) => {
              told(next)
              setValue('model', next)
            }}
            onBlur={() => told('blur')}
            models={list}
          />
        </Field>
      )
    }
    render(<Options />)
    return { told, field: screen.getByRole<HTMLInputElement>('combobox', { name: 'Model Name' }) }
  }
  const offered = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

  it('are shown with their known facts', async () => {
    const { field } = open(models)
    await userEvent.click(field)
    expect(await offered()).toEqual([
      'gpt-testHere · $0.15 in, $0.60 out per million tokens · at most 128,000 tokens · 1.2 s per call',
      'gpt-quickunder 0.1 s per call',
      'plain',
    ])
  })

  it('are all offered until something is typed, then the results, then all again after a choice', async () => {
    const { told, field } = open(models, 'gpt-quick')
    expect([
      field.value,
      field.placeholder,
      field.getAttribute('autocomplete'),
      field.getAttribute('spellcheck'),
    ]).toEqual(['gpt-quick', 'Select a model, or type its name', 'off', 'false'])
    await userEvent.click(field)
    expect(await offered()).toHaveLength(3)
    await userEvent.clear(field)
    await userEvent.type(field, 'pla')
    await waitFor(async () => expect(await offered()).toEqual(['plain']))
    await userEvent.click(screen.getByRole('option', { name: 'plain' }))
    await waitFor(() => expect(field.value).toBe('plain'))
    expect(told.mock.calls.flat().filter((each) => each !== 'blur')).toEqual(['', 'p', 'pl', 'pla', 'plain'])
    await userEvent.click(button('Models'))
    expect(await offered()).toHaveLength(3)
  })

  it.each([
    [undefined, 'Any of them', null],
    ['Model name is required', 'Model name is required', 'true'],
  ])("are described by their field's message: %s", (error, words, invalid) => {
    render(
      <Field label="Model Name" hint="Any of them" error={error}>
        <ModelOptions name="model" value="" onChange={() => {}} onBlur={() => {}} ref={null} models={models} />
      </Field>,
    )
    const field = screen.getByRole('combobox', { name: 'Model Name' })
    expect([described(field), field.getAttribute('aria-invalid')]).toEqual([words, invalid])
  })

  it.each([
    [50, 50, null],
    [51, 50, 'and 1 more: type a part of the name'],
    [1250, 50, 'and 1,200 more: type a part of the name'],
  ])('of %i are %i, and the last line says how many more', async (count, shown, more) => {
    const { field } = open(Array.from({ length: count }, (_, index) => ({ id: `chat-${index}` })))
    await userEvent.click(field)
    const texts = await offered()
    expect([texts.filter((text) => text?.startsWith('chat-')).length, texts.at(shown) ?? null]).toEqual([shown, more])
    if (more) expect(screen.getByRole('option', { name: more }).getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the field of a model', () => {
  const FieldOfModel = () => <ModelField form={useForm<RoleForm>({ defaultValues: emptyRoleForm })} />
  const open = (listModels: () => Promise<Model[]>, listProviders: () => Promise<object[]> = async () => []) =>
    renderPart(<FieldOfModel />, { api: { listModels, listProviders, tryModel: never } })
  const text = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Model Name' })

  it('can be typed into while the list is loading', async () => {
    open(never)
    const field = await text()
    expect([field.placeholder, field.autocomplete, field.getAttribute('spellcheck'), described(field)]).toEqual([
      'Loading...',
      'off',
      'false',
      null,
    ])
  })

  it('is a text field if the provider lists no models', async () => {
    open(async () => [])
    await waitFor(async () =>
      expect(described(await text())?.trim()).toBe("The provider lists no models. Type a model's name."),
    )
    expect([(await text()).placeholder, screen.queryByRole('button', { name: 'Try again' })]).toEqual(['', null])
  })

  it.each([
    [undefined, "The list of models could not be loaded. Type the model's name.  Try again"],
    [
      'The provider is down',
      "The list of models could not be loaded. Type the model's name. The provider is down Try again",
    ],
  ])('can be typed while the list cannot be loaded, for the reason %s', async (reason, words) => {
    let answer = async (): Promise<Model[]> => Promise.reject(new ApiError(502, reason))
    open(() => answer())
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again' })
    expect([described(await text()), (await text()).placeholder, again.disabled]).toEqual([words, '', false])
    let arrive = (_: Model[]) => {}
    answer = () =>
      new Promise((resolve) => {
        arrive = resolve
      })
    await userEvent.click(again)
    await waitFor(() => expect(again.disabled).toBe(true))
    expect((await text()).placeholder).toBe('')
    arrive([{ id: 'gpt-test' }])
    const field = await screen.findByRole('combobox', { name: 'Model Name' })
    expect([described(field), screen.queryByRole('button', { name: 'Try again' })]).toEqual([null, null])
  })

  it('names the provider whose models are missing, and loads them again', async () => {
    const listModels = vi.fn(async () => [{ id: 'gpt-test' }])
    open(listModels, async () => [
      { name: 'Here', problem: null },
      { name: 'Groq', problem: 'No such key.' },
      { name: 'Mistral', problem: 'It is away.' },
    ])
    await screen.findByRole('button', { name: 'Try again' })
    expect(described(await screen.findByRole('combobox', { name: 'Model Name' }))).toBe(
      'The models of Groq could not be listed. Type a model as “Groq: its name”. No such key. ' +
        'The models of Mistral could not be listed. Type a model as “Mistral: its name”. It is away. Try again',
    )
    await userEvent.click(button('Try again'))
    await waitFor(() => expect(listModels).toHaveBeenCalledTimes(2))
  })

  it('is tested without the spaces around it', async () => {
    const tryModel = vi.fn((_: object) => never())
    renderPart(<FieldOfModel />, { api: { listModels: never, listProviders: never, tryModel } })
    await userEvent.type(await text(), ' gpt-typed ')
    await userEvent.click(button('Try it'))
    await screen.findByText('Asking gpt-typed')
    expect(tryModel.mock.calls.map(([call]) => call)).toMatchObject([{ body: { model_name: 'gpt-typed' } }])
  })
})

describe('the fields of a character', () => {
  const Fields = ({ learns }: { learns?: boolean | undefined }) => {
    const form = useForm<RoleForm>({ defaultValues: { ...emptyRoleForm, learns_from_edits: learns } })
    return (
      <>
        <RoleFields form={form} />
        <output>{String(form.watch('learns_from_edits'))}</output>
      </>
    )
  }
  const open = (learns?: boolean, takes_thinking = false) =>
    renderPart(<Fields learns={learns} />, {
      api: { listModels: never, listProviders: never, tryModel: never },
      meta: { takes_thinking },
    })

  it('are in this order, each with its hint', () => {
    open()
    const fields = screen.getAllByRole<HTMLInputElement>('textbox')
    expect(fields.map((field) => [field.labels?.[0]?.textContent, field.placeholder, described(field)])).toEqual([
      ['Name', '', null],
      ['Model Name', 'Loading...', null],
      ['Category', '', null],
      ['Language', '', null],
      ['Version', '', null],
      ['System Prompt', '', 'What the character should do, and must never do.'],
      ['Background Story', '', null],
      ['Personality Traits', 'dry wit, curious', 'Separated by commas.'],
      ['Instruction Set', 'one sentence, no hashtags', 'Separated by commas.'],
      ['Knowledge Base', '{ "opens": "8:00" }', 'A JSON object, or nothing.'],
      ['Example Conversations', '{ "Any oat milk?": "Always." }', 'A JSON object, or nothing.'],
    ])
  })

  it.each([
    [undefined, true],
    [true, true],
    [false, false],
  ])('show with our server whether it learns from edits, %s', async (learns, checked) => {
    open(learns, true)
    const box = screen.getByRole<HTMLInputElement>('checkbox')
    expect(box.checked).toBe(checked)
    await userEvent.click(box)
    expect([box.checked, document.querySelector('output')?.textContent]).toEqual([!checked, String(!checked)])
  })

  it('leave out fields that another provider does not store', () => {
    open(true)
    expect([screen.queryByRole('checkbox'), screen.queryByLabelText('Thinking')]).toEqual([null, null])
  })
})

describe('the list of characters', () => {
  it('explains characters while there is none', async () => {
    renderPart(<RolesScreen />, { api: { listRoles: async () => [], createRole: never, deleteRole: never } })
    await screen.findByText('No characters yet. A character writes each reply.')
  })

  it('numbers them from 1, links to each, and names the consequences before a deletion', async () => {
    const roles = [
      { ...sampleRole, id: 4 },
      { ...sampleRole, id: 9, name: 'Otto', model_name: 'gpt-other', category: 'Warm' },
    ]
    const deleteRole = vi.fn((_: object) => never())
    renderPart(<RolesScreen />, { api: { listRoles: async () => roles, createRole: never, deleteRole } })
    const table = within(await screen.findByRole('table', { name: 'AI characters' }))
    const cells = table
      .getAllByRole('row')
      .slice(1)
      .map((each) => Array.from(each.children, ({ lastChild }) => lastChild?.textContent).slice(0, 4))
    expect(cells).toEqual([
      ['1', 'Mara', 'gpt-test', 'Dry wit'],
      ['2', 'Otto', 'gpt-other', 'Warm'],
    ])
    expect(table.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/admin/ai-character/4',
      '/admin/ai-character/9',
    ])
    await userEvent.click(button('Delete Otto'))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this AI role?' }),
    )
    question.getByText(
      'Otto can then write no more replies, and its saved replies are deleted too. Replies that were already written stay.',
    )
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    expect(deleteRole.mock.calls).toEqual([[{ params: { roleId: 9 } }]])
  })
})
