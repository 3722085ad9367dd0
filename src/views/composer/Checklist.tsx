import { useSelector } from '@xstate/react'
import { CircleCheck, FlaskConical } from 'lucide-react'
import { Link } from 'wouter'
import type { ComposerListsRef } from '../../machines/composer/composerLists'
import * as words from '../../schemas/composer/composer.words'
import { accountsPath, groupsPath, rolesPath } from '../../schemas/paths'
import { useMeta } from '../shell/metaContext'
import { Button, Card } from '../ui'
import type { Choices } from './fields/choices'

export const Checklist = ({ lists, choices }: { lists: ComposerListsRef; choices: Choices }) => {
  const isLoadingSample = useSelector(lists, (snapshot) => snapshot.hasTag('busy'))
  const { sandbox } = useMeta()
  return (
    <section aria-labelledby="checklist-heading">
      <Card>
        <h2 id="checklist-heading" className="text-lg">
          {words.beforeFirst}
        </h2>
        <ol className="mt-3 flex flex-col divide-y divide-line">
          {steps.map(({ of, title, helper, href }, index) => (
            <li key={href} className="flex items-start gap-3 py-3">
              {choices[of].items.length > 0 ? (
                <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-success" />
              ) : (
                <span
                  aria-hidden="true"
                  className="inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-primary-soft text-xs font-bold text-primary-ink"
                >
                  {index + 1}
                </span>
              )}
              <div className="min-w-0 text-sm">
                {choices[of].items.length > 0 ? (
                  <p className="font-semibold text-ink-2">
                    {title} <span className="font-normal">(done)</span>
                  </p>
                ) : (
                  <Link href={href} className="text-link font-semibold">
                    {title}
                  </Link>
                )}
                <p className="text-xs text-ink-2">{helper}</p>
              </div>
            </li>
          ))}
        </ol>
        {sandbox ? (
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
            <Button
              tone="primary"
              icon={FlaskConical}
              busy={isLoadingSample}
              onClick={() => lists.send({ type: 'sample.load' })}
            >
              {words.loadSample}
            </Button>
            <p className="min-w-0 flex-1 basis-48 text-xs text-ink-2">{words.loadSampleHelp}</p>
          </div>
        ) : null}
      </Card>
    </section>
  )
}

const steps = [
  { of: 'groups', title: words.createGroup, helper: words.createGroupHelp, href: groupsPath },
  {
    of: 'accounts',
    title: words.connectAccounts,
    helper: words.connectAccountsHelp,
    href: accountsPath,
  },
  {
    of: 'roles',
    title: words.createCharacter,
    helper: words.createCharacterHelp,
    href: rolesPath,
  },
] as const
