import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { BookmarkPlus, MessageSquareQuote, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useEffects, useEmitted } from '../../effects'
import type { SavedRepliesRef } from '../../machines/savedReplies/savedReplies'
import { savedReplies } from '../../machines/savedReplies/savedReplies.actors'
import { publicMessages } from '../../schemas/commonMessages'
import { authorNamed } from '../../schemas/placeholders'
import type { SavedReply } from '../../schemas/savedReplies'
import { useScreenActor } from '../shell/screenActor'
import { Badge, Button } from '../ui'
import { foundSaved } from './foundSaved'
import { insertText } from './insertText'
import { SavedReplyDialog } from './SavedReplyDialog'
import { useSavedList } from './useSavedList'

/** As X, or the post's link, says it. */
export interface PostAuthor {
  name: string | undefined
  handle: string | undefined
}

export interface SavedReplyMenuProps {
  /** The character that wrote the reply. */
  roleId: number
  /** The post's author, as far as it is known. */
  author: PostAuthor
  field: RefObject<HTMLTextAreaElement | null>
  /** What stands in the field. */
  text: string
  disabled: boolean
}

/** Below the field of a reply: puts in what is saved for its character, and saves what stands there. */
const SavedReplyMenu = ({ roleId, author, field, text, disabled }: SavedReplyMenuProps) => {
  const flow = useScreenActor(savedReplies, { roleId, author: authorNamed(author.name, author.handle) })
  useEffects(flow)
  const { isAbsent } = useSavedList(flow)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useEmitted(flow, 'text.insert', (words) => {
    setIsOpen(false)
    if (field.current) insertText(field.current, words)
  })
  if (isAbsent) return null
  const closeOnKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    setIsOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <fieldset onKeyDown={closeOnKey} className="mt-3 min-w-0">
        <legend className="sr-only">Saved replies</legend>
        <div className="-mx-2 flex flex-wrap gap-x-1">
          <Button
            ref={opener}
            tone="quiet"
            size="sm"
            icon={MessageSquareQuote}
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            disabled={disabled}
            onClick={() => setIsOpen(!isOpen)}
          >
            Insert saved reply
          </Button>
          <Button
            tone="quiet"
            size="sm"
            icon={BookmarkPlus}
            disabled={disabled || text.trim() === ''}
            onClick={() => flow.send({ type: 'saved.add' })}
          >
            Save this text as a saved reply
          </Button>
        </div>
        {isOpen && !disabled ? (
          <div id={panelId} className="mt-2 overflow-hidden rounded-lg border border-line">
            <Finder flow={flow} hasText={text !== ''} />
          </div>
        ) : null}
      </fieldset>
      <SavedReplyDialog flow={flow} text={text} />
    </>
  )
}

export default SavedReplyMenu

/** There while the panel is open. */
const Finder = ({ flow, hasText }: { flow: SavedRepliesRef; hasText: boolean }) => {
  const [query, setQuery] = useState('')
  const { items, isFailed, retry } = useSavedList(flow)
  if (items === undefined) {
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 p-3 text-sm">
        {isFailed ? 'Saved replies could not be loaded.' : publicMessages.list.loading}
        {isFailed ? (
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        ) : null}
      </p>
    )
  }
  if (items.length === 0) {
    return (
      <p role="status" className="p-3 text-sm text-ink-2">
        Nothing is saved for this character yet. Save this text, or add some on the character's page.
      </p>
    )
  }
  const found = foundSaved(items, query)
  return (
    <>
      {hasText && items.some(({ kind }) => kind === 'reply') ? <PlaceChoice flow={flow} /> : null}
      <Combobox<SavedReply>
        onChange={(saved) => {
          if (saved) flow.send({ type: 'saved.insert', saved })
        }}
      >
        <div className="flex items-center gap-3 border-b border-line px-3">
          <Search aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
          <ComboboxInput
            autoFocus
            aria-label="Search saved replies"
            placeholder="Search saved replies"
            autoComplete="off"
            onChange={(event) => setQuery(event.currentTarget.value)}
            onKeyDownCapture={leaveByTab}
            className="h-ctl min-w-0 flex-1 bg-transparent text-sm outline-none"
          />
        </div>
        <ComboboxOptions
          static
          modal={false}
          as="ul"
          aria-label="Saved replies"
          className="max-h-56 overflow-y-auto p-1 empty:hidden"
        >
          {found.map((saved) => (
            <ComboboxOption
              as="li"
              key={saved.id}
              value={saved}
              className="cursor-pointer rounded-md px-3 py-2 data-focus:bg-primary-soft forced-colors:data-focus:outline"
            >
              <span className="flex items-center gap-2">
                <bdi className="min-w-0 text-sm font-semibold wrap-anywhere">{saved.name}</bdi>
                {saved.kind === 'opening' ? <Badge>Opening</Badge> : null}
              </span>
              <span dir="auto" className="line-clamp-2 text-xs wrap-anywhere text-ink-2">
                {saved.text}
              </span>
            </ComboboxOption>
          ))}
        </ComboboxOptions>
        <p role="status" className="px-3 py-2 text-xs text-ink-2 empty:hidden">
          {found.length === 0 ? `Nothing saved holds “${query.trim()}”.` : ''}
        </p>
      </Combobox>
      <UnfilledNote flow={flow} />
    </>
  )
}

/** Headless UI would choose the line in focus before Tab goes on. */
const leaveByTab = (event: KeyboardEvent) => {
  if (event.key === 'Tab') event.stopPropagation()
}

const places = [
  ['all', 'replaces the text'],
  ['caret', 'goes in at the cursor'],
] as const

const PlaceChoice = ({ flow }: { flow: SavedRepliesRef }) => {
  const chosen = useSelector(flow, ({ context }) => context.place)
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 text-xs">
      <legend className="sr-only">A whole reply</legend>
      <span aria-hidden="true" className="text-ink-2 max-sm:basis-full">
        A whole reply
      </span>
      {places.map(([place, label]) => (
        <label key={place} className="inline-flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={chosen === place}
            onChange={() => flow.send({ type: 'place.choose', place })}
            className="size-4 accent-primary"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

const placeholderWords = { name: "the author's name", handle: "the author's handle" } as const

/** Why nothing was inserted. */
const UnfilledNote = ({ flow }: { flow: SavedRepliesRef }) => {
  const unfilled = useSelector(flow, ({ context }) => context.unfilled)
  return (
    <p role="alert" className="px-3 py-2 text-xs wrap-anywhere text-danger-ink empty:hidden">
      {unfilled
        ? `“${unfilled.name}” needs ${unfilled.missing.map((each) => placeholderWords[each]).join(' and ')}, which this post does not tell. Nothing was inserted.`
        : ''}
    </p>
  )
}
