import { Plus, Trash2 } from 'lucide-react'
import type { ResourceRef } from '../../machines/crud/resource'
import { atHandle } from '../../schemas/handle'
import { mostPeopleListed, type Person, type PersonBody } from '../../schemas/inbox'
import { CreateDialog } from '../crud/CreateDialog'
import { DeleteDialog } from '../crud/DeleteDialog'
import { ListView } from '../crud/ListView'
import { neighbour } from '../crud/neighbour'
import { deleteId } from '../crud/rowFocus'
import { Button, IconButton, Time } from '../ui'
import { lazy } from '../ui/lazy'

const CreatePersonForm = lazy(() => import('./CreatePersonForm'), { warm: true })

/** Whom no account of the operator replies to. */
export const DoNotReply = ({ people }: { people: ResourceRef<Person, PersonBody> }) => (
  <section aria-labelledby="do-not-reply">
    <div className="flex items-center justify-between gap-3">
      <h2 id="do-not-reply" className="text-lg">
        Do not reply
      </h2>
      <Button size="sm" icon={Plus} onClick={() => people.send({ type: 'create.open' })}>
        Add
      </Button>
    </div>
    <ListView resource={people} empty={<p className="mt-1 text-sm text-ink-2">Nobody asked to be left alone.</p>}>
      {(items) => (
        <>
          {items.length >= mostPeopleListed ? (
            <p className="mt-1 text-xs text-ink-2">
              Only the latest {mostPeopleListed.toLocaleString()} are listed; all of them count.
            </p>
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
                  label={`Take ${atHandle(person.username)} off the list`}
                  onClick={() => people.send({ type: 'delete.request', item: person, next: neighbour(items, index) })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </ListView>
    <CreateDialog resource={people} title="Do not reply to">
      {(form) => <CreatePersonForm {...form} />}
    </CreateDialog>
    <DeleteDialog
      resource={people}
      question="Take them off the do-not-reply list?"
      detail={({ username }) => `Your accounts may reply to ${atHandle(username)} again.`}
    />
  </section>
)
