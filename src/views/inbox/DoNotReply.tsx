import { Plus, Trash2 } from 'lucide-react'
import type { ResourceRef } from '../../machines/crud/resource'
import { atHandle } from '../../schemas/handle'
import { mostPeopleListed, type Person, type PersonBody } from '../../schemas/inbox/inbox'
import * as words from '../../schemas/inbox/inbox.words'
import { CreateDialog } from '../crud/CreateDialog'
import { DeleteDialog } from '../crud/DeleteDialog'
import { ListView } from '../crud/ListView'
import { neighbour } from '../crud/neighbour'
import { deleteId } from '../crud/rowFocus'
import { Button, IconButton, Time } from '../ui'
import { lazy } from '../ui/states/lazy'

const CreatePersonForm = lazy(() => import('./CreatePersonForm'), { warm: true })

export const DoNotReply = ({ people }: { people: ResourceRef<Person, PersonBody> }) => (
  <section aria-labelledby="do-not-reply">
    <div className="flex items-center justify-between gap-3">
      <h2 id="do-not-reply" className="text-lg">
        {words.doNotReply}
      </h2>
      <Button size="sm" icon={Plus} onClick={() => people.send({ type: 'create.open' })}>
        Add
      </Button>
    </div>
    <ListView resource={people} empty={<p className="mt-1 text-sm text-ink-2">{words.nobodyListed}</p>}>
      {(items) => (
        <>
          {items.length >= mostPeopleListed ? (
            <p className="mt-1 text-xs text-ink-2">{words.onlyLatest(mostPeopleListed)}</p>
          ) : null}
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {items.map((person, index) => (
              <li key={person.id} className="flex items-center gap-3 py-2">
                <div className="min-w-0 flex-1">
                  <p translate="no" className="text-sm font-semibold wrap-anywhere">
                    {atHandle(person.username)}
                  </p>
                  <p className="text-xs text-ink-2 wrap-anywhere">
                    {person.reason ? `${person.reason}, ` : ''}
                    <Time value={person.since} />
                  </p>
                </div>
                <IconButton
                  id={deleteId(person.id)}
                  icon={Trash2}
                  label={words.removeFromList(atHandle(person.username))}
                  onClick={() => people.send({ type: 'delete.request', item: person, next: neighbour(items, index) })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListView>
    <CreateDialog resource={people} title={words.doNotReplyTo}>
      {(form) => <CreatePersonForm {...form} />}
    </CreateDialog>
    <DeleteDialog
      resource={people}
      question={words.removeQuestion}
      detail={({ username }) => words.removeDetail(atHandle(username))}
    />
  </section>
)
