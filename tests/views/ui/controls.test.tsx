import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  Avatar,
  Button,
  ConfirmDialog,
  counted,
  Dialog,
  ErrorBoundary,
  FailedState,
  Field,
  IconButton,
  Input,
  modKey,
  PageHeader,
  Select,
  Time,
} from '../../../src/views/ui'
import { Checkbox } from '../../../src/views/ui/Checkbox'
import { ClockTime } from '../../../src/views/ui/ClockTime'
import { CounterRing } from '../../../src/views/ui/CounterRing'
import { useCloseWarning } from '../../../src/views/ui/closeWarning'
import { doubleClickMillis, useDoubleClickKeepsOpen } from '../../../src/views/ui/doubleClick'
import { ReadOnlyFields } from '../../../src/views/ui/Field'
import { MarkHydrated, useHydrated } from '../../../src/views/ui/hydrated'
import { TextArea } from '../../../src/views/ui/Input'
import { withLocalTimes } from '../../../src/views/ui/localTimes'
import { Meter } from '../../../src/views/ui/Meter'
import { NumberStepper } from '../../../src/views/ui/NumberStepper'
import { PasswordInput } from '../../../src/views/ui/PasswordInput'
import { SectionHeader } from '../../../src/views/ui/SectionHeader'
import { StaleNote } from '../../../src/views/ui/StaleNote'
import { TryAgain } from '../../../src/views/ui/TryAgain'
import { useFocusHeir } from '../../../src/views/ui/useFocusHeir'
import { whenIdle } from '../../../src/views/ui/whenIdle'
import { closingIsQuestioned } from '../../support/renderConsole'

const noteOf = (element: Element) => element.getAttribute('aria-describedby')
const wordsOf = (element: Element) =>
  (noteOf(element) ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? null)

describe('a field', () => {
  it('without anything to say describes nothing, and announces nothing', () => {
    render(
      <Field label="Email">
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    expect([noteOf(input), input.hasAttribute('aria-invalid'), document.querySelector('[aria-live]')]).toEqual([
      null,
      false,
      null,
    ])
  })

  it.each([
    [{ hint: 'A hint', success: 'Done', error: 'Wrong' }, 'Wrong', 'true', 'lucide-circle-alert'],
    [{ hint: 'A hint', success: 'Done' }, 'Done', null, 'lucide-circle-check'],
    [{ hint: 'A hint' }, 'A hint', null, undefined],
  ])('of %j says "%s"', (notes, words, invalid, sign) => {
    render(
      <Field label="Email" live {...notes}>
        <Input />
      </Field>,
    )
    const input = screen.getByRole('textbox', { name: 'Email' })
    const note = document.getElementById(noteOf(input) ?? '')
    expect([note?.textContent, input.getAttribute('aria-invalid')]).toEqual([words, invalid])
    expect(note?.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    expect(note?.querySelector('svg')?.classList.contains(sign ?? '') ?? false).toBe(sign !== undefined)
  })

  it('leaves a control what it says of itself', () => {
    render(
      <>
        <p id="own">Own words</p>
        <Field label="Email" hint="A hint" error="Wrong">
          <Input id="email" aria-describedby="own" aria-invalid={false} />
        </Field>
      </>,
    )
    const input = document.getElementById('email') ?? document.body
    expect([wordsOf(input), input.getAttribute('aria-invalid')]).toEqual([['Own words', 'Wrong'], 'false'])
  })

  it('can be read alone while it is stored', () => {
    const fields = (when: boolean) => (
      <ReadOnlyFields when={when}>
        <Input aria-label="Name" />
        <TextArea aria-label="Text" />
        <Select aria-label="Group" />
      </ReadOnlyFields>
    )
    const { rerender } = render(fields(false))
    const held = () => [
      screen.getByLabelText<HTMLInputElement>('Name').readOnly,
      screen.getByLabelText<HTMLTextAreaElement>('Text').readOnly,
      screen.getByLabelText<HTMLSelectElement>('Group').disabled,
    ]
    expect(held()).toEqual([false, false, false])
    rerender(fields(true))
    expect(held()).toEqual([true, true, true])
  })

  it('has a label for screen readers alone where it is told to', () => {
    render(
      <Field label="Email" labelHidden>
        <Input />
      </Field>,
    )
    expect(screen.getByText('Email').className).toBe('sr-only')
  })

  it('takes an icon, rows and a choice', () => {
    render(
      <>
        <Input aria-label="Find" icon={Search} defaultValue="x" />
        <TextArea aria-label="Text" />
        <TextArea aria-label="Long" rows={9} />
        <Select aria-label="Group" adornment={<b>face</b>} disabled>
          <option>Launch</option>
        </Select>
      </>,
    )
    expect(screen.getByLabelText('Find').parentElement?.querySelector('svg.lucide-search')).not.toBeNull()
    expect(['Text', 'Long'].map((name) => screen.getByLabelText<HTMLTextAreaElement>(name).rows)).toEqual([4, 9])
    const group = screen.getByLabelText<HTMLSelectElement>('Group')
    expect([group.disabled, group.classList.contains('pl-11'), group.value]).toEqual([true, true, 'Launch'])
    expect(screen.getByText('face')).toBeDefined()
  })
})

describe('a button', () => {
  it('has its icon, or while busy a spinner and its own words', () => {
    const { rerender } = render(
      <Button icon={Search} busyLabel="Searching...">
        Search
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Search' })
    const signs = () => [
      button.querySelectorAll('.lucide-search').length,
      button.querySelectorAll('.animate-spin').length,
    ]
    expect([signs(), button.getAttribute('aria-busy'), button.getAttribute('type')]).toEqual([[1, 0], null, 'button'])
    rerender(
      <Button icon={Search} busy busyLabel="Searching...">
        Search
      </Button>,
    )
    expect([signs(), button.getAttribute('aria-busy'), button.textContent]).toEqual([[0, 1], 'true', 'Searching...'])
    rerender(
      <Button icon={Search} busy>
        Search
      </Button>,
    )
    expect(button.textContent).toBe('Search')
  })

  it('does what it is told, and tells of its focus', async () => {
    const told: string[] = []
    const tell = (what: string) => () => {
      told.push(what)
    }
    render(
      <>
        <Button onClick={tell('click')} onFocus={tell('focus')} onBlur={tell('blur')} type="submit">
          Save
        </Button>
        <Button>Nothing</Button>
      </>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(screen.getByRole('button', { name: 'Nothing' }))
    expect(told).toEqual(['focus', 'click', 'blur'])
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('type')).toBe('submit')
  })

  it('that looks disabled keeps its click from what is around it', () => {
    const onClick = vi.fn()
    render(
      <Button aria-disabled type="submit" onClick={onClick}>
        Preview
      </Button>,
    )
    expect(fireEvent.click(screen.getByRole('button'))).toBe(false)
    expect(onClick).not.toHaveBeenCalled()
  })

  it('with an icon alone is named by its label, and busy as any other', async () => {
    const onClick = vi.fn()
    const { rerender } = render(<IconButton icon={Search} label="Find it" onClick={onClick} />)
    const button = screen.getByRole('button', { name: 'Find it' })
    expect([button.title, button.getAttribute('type'), button.getAttribute('aria-busy')]).toEqual([
      'Find it',
      'button',
      null,
    ])
    await userEvent.click(button)
    expect(onClick).toHaveBeenCalledTimes(1)
    rerender(<IconButton icon={Search} label="Find it" onClick={onClick} busy title="Wait" />)
    expect([button.hasAttribute('disabled'), button.getAttribute('aria-busy'), button.title]).toEqual([
      true,
      'true',
      'Wait',
    ])
    expect([button.querySelector('.lucide-search'), button.querySelector('.animate-spin') !== null]).toEqual([
      null,
      true,
    ])
    rerender(<IconButton icon={Search} label="Find it" disabled />)
    expect(button.hasAttribute('disabled')).toBe(true)
  })
})

describe('a number stepper', () => {
  const Count = ({
    start,
    max,
    disabled,
    error,
  }: {
    start: number
    max?: number
    disabled?: boolean
    error?: string
  }) => {
    const [count, setCount] = useState(start)
    return (
      <Field label="Count" error={error}>
        <NumberStepper what="reply" min={2} max={max} value={count} onChange={setCount} disabled={disabled} />
      </Field>
    )
  }
  const input = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Count' })
  const less = () => screen.getByRole<HTMLButtonElement>('button', { name: 'One reply less' })
  const more = () => screen.getByRole<HTMLButtonElement>('button', { name: 'One reply more' })

  it.each([
    [2, 4, [true, false]],
    [3, 4, [false, false]],
    [4, 4, [false, true]],
    [5, 4, [false, true]],
    [1, 4, [true, false]],
    [99, undefined, [false, false]],
    [Number.NaN, 4, [true, false]],
  ])('at %d of at most %s offers less and more: disabled %j', (start, max, disabled) => {
    render(<Count start={start} max={max} />)
    expect([less().disabled, more().disabled]).toEqual(disabled)
    expect(input().value).toBe(Number.isNaN(start) ? '' : String(start))
    expect([input().min, input().max, input().inputMode]).toEqual([
      '2',
      max === undefined ? '' : String(max),
      'numeric',
    ])
  })

  it.each([
    [7, 4, 'less', '4'],
    [0, 4, 'more', '2'],
    [3, 4, 'less', '2'],
    [3, undefined, 'more', '4'],
    [Number.NaN, 4, 'more', '3'],
  ])('comes from %d of at most %s by one %s to %s', async (start, max, way, value) => {
    render(<Count start={start} max={max} />)
    await userEvent.click(way === 'less' ? less() : more())
    expect(input().value).toBe(value)
  })

  it('is disabled as a whole, and marked where it is wrong', () => {
    render(<Count start={3} disabled error="Too many" />)
    expect([less().disabled, input().disabled, more().disabled]).toEqual([true, true, true])
    expect(input().getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a password input', () => {
  it('is left alone by spelling and capitals, and called a password', () => {
    render(<PasswordInput aria-label="Password" />)
    const input = screen.getByLabelText('Password', { selector: 'input' })
    expect(['spellcheck', 'autocapitalize', 'autocorrect'].map((name) => input.getAttribute(name))).toEqual([
      'false',
      'none',
      'off',
    ])
    expect(screen.getByRole('button', { name: 'Show password' }).getAttribute('type')).toBe('button')
  })

  it('shows nothing while it is disabled', () => {
    render(<PasswordInput aria-label="Key" what="key" disabled />)
    expect(screen.getByRole('button', { name: 'Show key' }).hasAttribute('disabled')).toBe(true)
  })
})

describe('a counter ring', () => {
  it.each([
    [124, undefined, false, '124', 'stroke-primary', 124 / 280],
    [124, 280, true, '124 of 280', 'stroke-primary', 124 / 280],
    [280, 280, false, '280', 'stroke-primary', 1],
    [281, 280, true, '1 over 280', 'stroke-warn', 1],
    [9, 6, false, '3 over 6', 'stroke-warn', 1],
  ])('of %d of %s (in full: %s) says "%s"', (used, max, full, words, stroke, part) => {
    const { container } = render(<CounterRing used={used} max={max} full={full} />)
    expect(container.textContent).toBe(words)
    const [, ring] = container.querySelectorAll('circle')
    expect(ring?.getAttribute('class')).toBe(stroke)
    const [drawn, around] = (ring?.getAttribute('stroke-dasharray') ?? '').split(' ').map(Number)
    expect(around).toBeCloseTo(2 * Math.PI * 7)
    expect((drawn ?? 0) / (around ?? 1)).toBeCloseTo(part)
  })
})

it('a meter has as much of each part as there is of the whole, and leaves out what is nothing', () => {
  const { rerender } = render(
    <Meter
      label="2 completed, 1 failed"
      total={8}
      parts={[
        { value: 2, tone: 'success' },
        { value: 0, tone: 'neutral' },
        { value: 1, tone: 'danger' },
        { value: 5, tone: 'primary' },
      ]}
    />,
  )
  const meter = screen.getByRole('img', { name: '2 completed, 1 failed' })
  const parts = () =>
    [...meter.children].map((part) => [
      part instanceof HTMLElement ? part.style.width : '',
      [...part.classList].find((name) => name.startsWith('bg-')),
    ])
  expect(parts()).toEqual([
    ['25%', 'bg-success'],
    ['12.5%', 'bg-danger'],
    ['62.5%', 'bg-primary'],
  ])
  rerender(<Meter label="2 completed, 1 failed" total={0} parts={[{ value: 1, tone: 'neutral' }]} />)
  expect(parts()).toEqual([['100%', 'bg-transparent']])
})

describe('a moment', () => {
  const at = '2025-11-21T08:41:07.000Z'
  const clock = (moment: Date) => moment.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

  it('is written with its date above its time where there is little room', () => {
    const { container } = render(<Time value={at} stacked />)
    const moment = new Date(at)
    expect([...container.querySelectorAll('span')].map((part) => part.textContent)).toEqual([
      moment.toLocaleDateString(),
      moment.toLocaleTimeString(),
    ])
    expect(container.querySelector('time')?.dateTime).toBe(at)
  })

  it('that is none is shown as it came', () => {
    const { container } = render(<Time value="soon" />)
    expect([container.textContent, container.querySelector('time')]).toEqual(['soon', null])
  })

  it('of today is its time alone, of any other day with the date', () => {
    const now = new Date().toISOString()
    const { container } = render(
      <>
        <ClockTime value={now} />
        <ClockTime value={at} />
      </>,
    )
    const other = new Date(at)
    expect([...container.querySelectorAll('time')].map((time) => [time.textContent, time.dateTime])).toEqual([
      [clock(new Date(now)), now],
      [`${other.toLocaleDateString()}, ${clock(other)}`, at],
    ])
  })

  it('of the server is told by the clock of the browser, each of them', () => {
    const local = (hours: number, minutes: number) => {
      const moment = new Date()
      moment.setUTCHours(hours, minutes, 0, 0)
      return `${clock(moment)} by your clock`
    }
    expect(withLocalTimes('From 14:32 UTC to 09:05 UTC, not 4:10 UTC or 114:10 UTC')).toBe(
      `From ${local(14, 32)} to ${local(9, 5)}, not 4:10 UTC or 114:10 UTC`,
    )
  })
})

it.each([
  [0, 'account', undefined, '0 accounts'],
  [1, 'account', undefined, '1 account'],
  [2, 'account', undefined, '2 accounts'],
  [1, 'reply', 'replies', '1 reply'],
  [1200, 'reply', 'replies', '1,200 replies'],
])('%i of "%s" (%s) are counted as "%s"', (count, noun, plural, text) => {
  expect(counted(count, noun, plural)).toBe(text)
})

it.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌘'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)', '⌘'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5)', '⌘'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Ctrl'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Ctrl'],
])('on %s the key is %s', (agent, key) => {
  const userAgent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  onTestFinished(() => userAgent.mockRestore())
  expect(modKey()).toBe(key)
})

it('where the build draws a page the key is Ctrl', () => {
  const { navigator } = globalThis
  vi.stubGlobal('navigator', undefined)
  onTestFinished(() => {
    vi.stubGlobal('navigator', navigator)
  })
  expect(modKey()).toBe('Ctrl')
})

describe('a dialog', () => {
  const open = (more: Partial<Parameters<typeof Dialog>[0]> = {}) => {
    const onClose = vi.fn()
    render(
      <Dialog open onClose={onClose} title="Create Group" {...more}>
        <Input aria-label="Name" />
      </Dialog>,
    )
    return onClose
  }

  it('has its title, its line and its buttons, and none of them where there are none', async () => {
    open({ description: 'Of accounts', footer: <button type="button">Save</button>, size: 'lg' })
    const dialog = await screen.findByRole('dialog', { name: 'Create Group' })
    expect(wordsOf(dialog)).toEqual(['Of accounts'])
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label') ?? each.textContent),
    ).toEqual(['Save', 'Close'])
    expect(dialog.querySelector('.sm\\:max-w-3xl')).not.toBeNull()
    expect(dialog.hasAttribute('aria-busy')).toBe(false)
  })

  it.each([
    ['sm', 'sm:max-w-md'],
    ['md', 'sm:max-w-xl'],
    [undefined, 'sm:max-w-xl'],
  ] as const)('of the size %s is as wide as %s', async (size, width) => {
    open({ size })
    const dialog = await screen.findByRole('dialog')
    expect([...dialog.querySelectorAll('div')].some((each) => each.classList.contains(width))).toBe(true)
    expect(noteOf(dialog)).toBeNull()
  })

  it('is closed by Escape and by its button, but not while busy', async () => {
    const onClose = open()
    await screen.findByRole('dialog')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('takes Escape, and no other key, from Headless UI while busy', async () => {
    const onClose = open({ busy: true })
    const dialog = await screen.findByRole('dialog')
    expect(dialog.getAttribute('aria-busy')).toBe('true')
    const field = screen.getByLabelText('Name')
    expect([fireEvent.keyDown(field, { key: 'Escape' }), fireEvent.keyDown(field, { key: 'a' })]).toEqual([false, true])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('leaves every key alone while it is not busy', async () => {
    open()
    await screen.findByRole('dialog')
    expect(fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'a' })).toBe(true)
  })

  it('that asks says what it does, and does it or not', async () => {
    const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
    const question = (more: object) => (
      <ConfirmDialog
        open
        question="Delete it?"
        detail="For good."
        onConfirm={onConfirm}
        onCancel={onCancel}
        {...more}
      />
    )
    const { rerender } = render(question({}))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete it?' }))
    dialog.getByText('For good.')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect([onConfirm.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 1])
    rerender(question({ busy: true }))
    expect(
      ['Cancel', 'Deleting...'].map((name) => dialog.getByRole('button', { name }).hasAttribute('disabled')),
    ).toEqual([true, true])
    rerender(question({ busy: true, confirmLabel: 'Stop', busyLabel: 'Stopping...' }))
    dialog.getByRole('button', { name: 'Stopping...' })
    rerender(question({ confirmLabel: 'Stop', busyLabel: 'Stopping...' }))
    dialog.getByRole('button', { name: 'Stop' })
  })
})

describe('the second half of a double click', () => {
  const Window = ({ open }: { open: boolean }) => (
    <div ref={useDoubleClickKeepsOpen(open)}>
      <button type="button">Within</button>
    </div>
  )
  /** @returns whether what Headless UI listens to is left to it. */
  const end = (type: 'pointerup' | 'touchend', target: EventTarget = document.body) =>
    target.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
  const ends = () => [end('pointerup'), end('touchend')]

  it('outside of a window that has just opened does not close it', () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    render(<Window open />)
    expect(ends()).toEqual([false, false])
    expect(end('pointerup', screen.getByRole('button'))).toBe(true)
    expect(end('pointerup', window)).toBe(false)
    vi.advanceTimersByTime(doubleClickMillis - 1)
    expect(ends()).toEqual([false, false])
    vi.advanceTimersByTime(1)
    expect(ends()).toEqual([true, true])
  })

  it('is nobody’s where no window is open, or none any more', () => {
    const { rerender, unmount } = render(<Window open={false} />)
    expect(ends()).toEqual([true, true])
    rerender(<Window open />)
    expect(ends()).toEqual([false, false])
    rerender(<Window open={false} />)
    expect(ends()).toEqual([true, true])
    rerender(<Window open />)
    unmount()
    expect(ends()).toEqual([true, true])
  })
})

describe('the focus of a button that is gone', () => {
  const Part = ({ shown }: { shown: boolean }) => {
    const heir = useFocusHeir(() => document.querySelector('h2'))
    return (
      <section {...heir}>
        <h2 tabIndex={-1}>Heading</h2>
        {shown ? <button type="button">Dismiss</button> : null}
      </section>
    )
  }

  it('goes to its heir', () => {
    const { rerender } = render(<Part shown />)
    screen.getByRole('button').focus()
    rerender(<Part shown={false} />)
    expect(document.activeElement).toBe(screen.getByRole('heading'))
  })

  it('goes nowhere where it had none, or had left', () => {
    const { rerender } = render(<Part shown />)
    rerender(<Part shown={false} />)
    expect(document.activeElement).toBe(document.body)
    rerender(<Part shown />)
    screen.getByRole('button').focus()
    screen.getByRole('button').blur()
    rerender(<Part shown={false} />)
    expect(document.activeElement).toBe(document.body)
  })
})

it('the browser asks before it closes the tab as long as something is unfinished', () => {
  const Page = ({ unfinished }: { unfinished: boolean }) => {
    useCloseWarning(unfinished)
    return null
  }
  const { rerender, unmount } = render(<Page unfinished={false} />)
  const asked = [closingIsQuestioned()]
  for (const unfinished of [true, false, true]) {
    rerender(<Page unfinished={unfinished} />)
    asked.push(closingIsQuestioned())
  }
  unmount()
  expect([...asked, closingIsQuestioned()]).toEqual([false, true, false, true, false])
})

it('a page knows when its script runs, and says so', () => {
  delete document.documentElement.dataset.hydrated
  const seen: boolean[] = []
  const Page = () => {
    seen.push(useHydrated())
    return <MarkHydrated />
  }
  render(<Page />)
  expect([seen.at(0), seen.at(-1), document.documentElement.dataset.hydrated]).toEqual([false, true, ''])
})

describe('what waits until the browser is idle', () => {
  it('runs once it is, after three seconds at the latest, or is prevented', () => {
    const cancelled: number[] = []
    const asked: { run: () => void; options: IdleRequestOptions | undefined }[] = []
    vi.stubGlobal('requestIdleCallback', (run: () => void, options?: IdleRequestOptions) =>
      asked.push({ run, options }),
    )
    vi.stubGlobal('cancelIdleCallback', (id: number) => cancelled.push(id))
    onTestFinished(() => {
      Reflect.deleteProperty(window, 'requestIdleCallback')
      Reflect.deleteProperty(window, 'cancelIdleCallback')
    })
    const run = vi.fn()
    const prevent = whenIdle(run)
    expect([run.mock.calls.length, asked.map(({ options }) => options)]).toEqual([0, [{ timeout: 3000 }]])
    asked[0]?.run()
    prevent()
    expect([run.mock.calls.length, cancelled]).toEqual([1, [1]])
  })

  it('runs a little later where the browser does not say so, or is prevented', () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const [run, prevented] = [vi.fn(), vi.fn()]
    whenIdle(run)
    whenIdle(prevented)()
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300)
    expect([run.mock.calls.length, prevented.mock.calls.length]).toEqual([1, 0])
  })
})

describe('what failed', () => {
  const Broken = ({ on }: { on: boolean }) => {
    if (on) throw new Error('broken')
    return <p>The screen</p>
  }

  it('is said of a screen, until another one is shown', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => report.mockRestore())
    const screenAt = (path: string, on: boolean) => (
      <ErrorBoundary resetKey={path}>
        <Broken on={on} />
      </ErrorBoundary>
    )
    const { rerender } = render(screenAt('/a', true))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This screen could not be shown.')
    expect(screen.getByRole('alert').textContent).toContain(' You are still signed in, and what you typed is kept.')
    expect(screen.getByRole('alert').textContent).not.toContain('connection')
    rerender(screenAt('/a', false))
    expect(screen.getByRole('alert')).toBeDefined()
    rerender(screenAt('/b', false))
    expect([screen.queryByRole('alert'), screen.getByText('The screen')]).toEqual([null, expect.anything()])
  })

  it('can be asked for again, or reloaded alone where it was replaced', async () => {
    const onClick = vi.fn()
    const { rerender } = render(<TryAgain onClick={onClick} />)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const reload = () => screen.getByRole('button', { name: 'Reload' }).classList.contains('bg-primary')
    expect([onClick.mock.calls.length, reload()]).toEqual([1, false])
    rerender(<TryAgain onClick={onClick} isReplaced />)
    expect([screen.queryByRole('button', { name: 'Try again' }), reload()]).toEqual([null, true])
  })

  it('of a list is said in its own words, or in those of any list', async () => {
    const onRetry = vi.fn()
    const { rerender } = render(<FailedState onRetry={onRetry} />)
    screen.getByText('The list could not be loaded. Check the connection, then try again.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    rerender(
      <FailedState onRetry={onRetry} busy>
        No groups came.
      </FailedState>,
    )
    screen.getByText('No groups came.')
    expect(screen.getByRole('button', { name: 'Try again' }).hasAttribute('disabled')).toBe(true)
    expect(onRetry).toHaveBeenCalledTimes(1)
  })

  it('of what is shown already is named', async () => {
    const onRetry = vi.fn()
    render(<StaleNote what="The list" onRetry={onRetry} />)
    expect(screen.getByText(/^The list/).textContent).toBe('The list could not be loaded again.Try again')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

it('headers have a line below and buttons beside them, or none', () => {
  const { container, rerender } = render(<PageHeader title="Groups" />)
  expect([container.textContent, container.querySelectorAll('p, button').length]).toEqual(['Groups', 0])
  expect(screen.getByRole('heading', { level: 1 }).tabIndex).toBe(-1)
  rerender(<PageHeader title="Groups" lead="Of accounts" actions={<button type="button">Add</button>} />)
  expect(container.textContent).toBe('GroupsOf accountsAdd')
  rerender(<SectionHeader title="Items" count="3" actions={<button type="button">Retry</button>} />)
  expect([container.textContent, screen.getByRole('heading', { level: 2 }).textContent]).toEqual([
    'Items3Retry',
    'Items',
  ])
})

it('a checkbox is one by its whole line', async () => {
  render(<Checkbox>Names</Checkbox>)
  await userEvent.click(screen.getByText('Names'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Names' }).checked).toBe(true)
})

it('an avatar is soft, or in ink', () => {
  const { container } = render(
    <>
      <Avatar name="@ada" />
      <Avatar name="@ada" tone="ink" />
    </>,
  )
  const looks = [...container.children].map((each) => [
    each.classList.contains('bg-primary-soft'),
    each.classList.contains('bg-ink'),
  ])
  expect(looks).toEqual([
    [true, false],
    [false, true],
  ])
})
