import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useSelector } from '@xstate/react'
import { BookmarkPlus, MessageSquareQuote, Search } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useEffects, useEmitted } from '../../effects'
import type { SavedRepliesRef } from '../../machines/savedReplies/savedReplies'
import { savedReplies } from '../../machines/savedReplies/savedReplies.actors'
import type { RecordId } from '../../schemas/base'
import { publicMessages } from '../../schemas/commonMessages'
import { buttons } from '../../schemas/crud.words'
import { authorNamed } from '../../schemas/savedReplies/placeholders'
import type { SavedReply } from '../../schemas/savedReplies/savedReplies'
import * as words from '../../schemas/savedReplies/savedReplies.words'
import { useScreenActor } from '../shell/screenActor'
import { Badge, Button } from '../ui'
import { foundSaved } from './foundSaved'
import { insertText } from './insertText'
import { SavedReplyDialog } from './SavedReplyDialog'
import { useSavedList } from './useSavedList'

export interface PostAuthor {
  name: string | undefined
  handle: string | undefined
}

export interface SavedReplyMenuProps {
  roleId: RecordId
  author: PostAuthor
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  disabled: boolean
}

const SavedReplyMenu = ({ roleId, author, field, text, disabled }: SavedReplyMenuProps) => {
  const flow = useScreenActor(savedReplies, { roleId, author: authorNamed(author.name, author.handle) })
  useEffects(flow)
  const { isAbsent } = useSavedList(flow)
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  useEmitted(flow, 'text.insert', (inserted) => {
    setIsOpen(false)
    if (field.current) insertText(field.current, inserted)
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
        <legend className="sr-only">{words.title}</legend>
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
            {words.insert}
          </Button>
          <Button
            tone="quiet"
            size="sm"
            icon={BookmarkPlus}
            disabled={disabled || text.trim() === ''}
            onClick={() => flow.send({ type: 'saved.add' })}
          >
            {words.saveText}
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

const Finder = ({ flow, hasText }: { flow: SavedRepliesRef; hasText: boolean }) => {
  const [query, setQuery] = useState('')
  const { items, isFailed, retry } = useSavedList(flow)
  if (items === undefined) {
    return (
      <p role="status" className="flex flex-wrap items-center gap-x-3 p-3 text-sm">
        {isFailed ? words.notLoaded : publicMessages.list.loading}
        {isFailed ? (
          <Button size="sm" onClick={retry}>
            {buttons.tryAgain}
          </Button>
        ) : null}
      </p>
    )
  }
  if (items.length === 0) {
    return (
      <p role="status" className="p-3 text-sm text-ink-2">
        {words.noneForCharacter}
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
            aria-label={words.search}
            placeholder={words.search}
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
          aria-label={words.title}
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
          {found.length === 0 ? words.noMatch(query.trim()) : ''}
        </p>
      </Combobox>
      <UnfilledNote flow={flow} />
    </>
  )
}

/** Without this, Headless UI would select the focused option on Tab. */
const leaveByTab = (event: KeyboardEvent) => {
  if (event.key === 'Tab') event.stopPropagation()
}

const places = ['all', 'caret'] as const

const PlaceChoice = ({ flow }: { flow: SavedRepliesRef }) => {
  const chosen = useSelector(flow, ({ context }) => context.place)
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 text-xs">
      <legend className="sr-only">{words.aFullReply}</legend>
      <span aria-hidden="true" className="text-ink-2 max-sm:basis-full">
        {words.aFullReply}
      </span>
      {places.map((place) => (
        <label key={place} className="inline-flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={chosen === place}
            onChange={() => flow.send({ type: 'place.choose', place })}
            className="size-4 accent-primary"
          />
          {words.places[place]}
        </label>
      ))}
    </fieldset>
  )
}

const UnfilledNote = ({ flow }: { flow: SavedRepliesRef }) => {
  const unfilled = useSelector(flow, ({ context }) => context.unfilled)
  return (
    <p role="alert" className="px-3 py-2 text-xs wrap-anywhere text-danger-ink empty:hidden">
      {unfilled ? words.unfilled(unfilled.name, unfilled.missing) : ''}
    </p>
  )
}
