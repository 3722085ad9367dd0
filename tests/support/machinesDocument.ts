import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { mermaid } from '../../inspector/mermaid'
import { itemMachine } from '../../server/posting/protocol/itemMachine'
import { accountCheckMachine } from '../../src/machines/accounts/accountCheck'
import { accountRules } from '../../src/machines/accounts/accountTable.actors'
import { connectingMachine } from '../../src/machines/accounts/connecting'
import { consentMachine } from '../../src/machines/accounts/consent'
import { csvImportMachine } from '../../src/machines/accounts/csvImport'
import { movingMachine } from '../../src/machines/accounts/moving'
import { modelTrialMachine } from '../../src/machines/characters/modelTrial'
import { composerListsMachine } from '../../src/machines/composer/composerLists'
import { editReplyMachine } from '../../src/machines/composer/editReply'
import { replyMachine } from '../../src/machines/composer/reply'
import { replyFlowMachine } from '../../src/machines/composer/replyFlow'
import { bulkChangeMachine } from '../../src/machines/crud/bulkChange'
import { createEditor } from '../../src/machines/crud/editor'
import { createLoader } from '../../src/machines/crud/loader'
import { createOneByOne } from '../../src/machines/crud/oneByOne'
import { createResource } from '../../src/machines/crud/resource'
import { createTable } from '../../src/machines/crud/table'
import { historyWatchMachine } from '../../src/machines/history/historyWatch'
import { revisionMachine } from '../../src/machines/history/revision'
import { taskFollowMachine } from '../../src/machines/history/taskFollow'
import { taskStreamMachine } from '../../src/machines/history/taskStream'
import { taskWatchMachine } from '../../src/machines/history/taskWatch'
import { inboxMachine } from '../../src/machines/inbox/inbox'
import { inboxActsMachine } from '../../src/machines/inbox/inboxActs'
import { manualPostingMachine } from '../../src/machines/manual/manualPosting'
import { queueMachine } from '../../src/machines/queue/queue'
import { problemReportMachine } from '../../src/machines/report/problemReport'
import { savedRepliesMachine } from '../../src/machines/savedReplies/savedReplies'
import { apiTokensMachine } from '../../src/machines/security/apiTokens'
import { auditLogMachine } from '../../src/machines/security/auditLog'
import { operatorsMachine } from '../../src/machines/security/operators'
import { ownAccountMachine } from '../../src/machines/security/ownAccount'
import { passkeysMachine } from '../../src/machines/security/passkeys'
import { secondFactorMachine } from '../../src/machines/security/secondFactor'
import { authMachine } from '../../src/machines/session/auth'
import { layoutMachine } from '../../src/machines/shell/layout'
import { leavingMachine } from '../../src/machines/shell/leaving'
import { allowancesMachine } from '../../src/machines/usage/allowances'
import { createSpending } from '../../src/machines/usage/spending'
import { readChart } from '../../src/recording/chart'
import { shortName } from '../../src/recording/names'
import { messages } from '../../src/schemas/messages'
import { doesSomething, guardName } from './machineModel'

const chapters: [file: string, machine: AnyStateMachine][] = [
  ['src/machines/session/auth.ts', authMachine],
  ['src/machines/composer/replyFlow.ts', replyFlowMachine],
  ['src/machines/composer/reply.ts', replyMachine],
  ['src/machines/composer/editReply.ts', editReplyMachine],
  ['src/machines/accounts/csvImport.ts', csvImportMachine],
  ['src/machines/crud/loader.ts', createLoader()],
  ['src/machines/crud/resource.ts', createResource(messages.group)],
  ['src/machines/crud/bulkChange.ts', bulkChangeMachine],
  ['src/machines/crud/oneByOne.ts', createOneByOne()],
  ['src/machines/crud/editor.ts', createEditor({ texts: messages.group, home: '/admin/group' })],
  ['src/machines/history/taskWatch.ts', taskWatchMachine],
  ['src/machines/manual/manualPosting.ts', manualPostingMachine],
  ['src/machines/inbox/inbox.ts', inboxMachine],
  ['src/machines/inbox/inboxActs.ts', inboxActsMachine],
  ['src/machines/queue/queue.ts', queueMachine],
  ['src/machines/history/taskFollow.ts', taskFollowMachine],
  ['src/machines/history/taskStream.ts', taskStreamMachine],
  ['src/machines/history/revision.ts', revisionMachine],
  ['src/machines/history/historyWatch.ts', historyWatchMachine],
  ['src/machines/security/ownAccount.ts', ownAccountMachine],
  ['src/machines/security/secondFactor.ts', secondFactorMachine],
  ['src/machines/security/passkeys.ts', passkeysMachine],
  ['src/machines/security/apiTokens.ts', apiTokensMachine],
  ['src/machines/security/operators.ts', operatorsMachine],
  ['src/machines/usage/allowances.ts', allowancesMachine],
  ['src/machines/savedReplies/savedReplies.ts', savedRepliesMachine],
  ['src/machines/security/auditLog.ts', auditLogMachine],
  ['src/machines/composer/composerLists.ts', composerListsMachine],
  ['src/machines/accounts/accountCheck.ts', accountCheckMachine],
  ['src/machines/characters/modelTrial.ts', modelTrialMachine],
  ['src/machines/shell/leaving.ts', leavingMachine],
  ['src/machines/accounts/connecting.ts', connectingMachine],
  ['src/machines/accounts/consent.ts', consentMachine],
  ['src/machines/accounts/moving.ts', movingMachine],
  ['src/machines/usage/spending.ts', createSpending()],
  ['src/machines/shell/layout.ts', layoutMachine],
  ['src/machines/crud/table.ts', createTable(accountRules)],
  ['src/machines/report/problemReport.ts', problemReportMachine],
  ['server/posting/protocol/itemMachine.ts', itemMachine],
]

export const machinesDocument = (): string =>
  [
    '# The machines',
    '',
    'Generated from the machines by `node scripts/run.mjs scripts/machines.ts`; a test fails when it is stale.',
    'Edges are labelled with the event and, in brackets, the guard; `load done` and `load failed` are the answers of the',
    'service invoked as `load`.',
    '',
    ...chapters.flatMap(chapter),
  ].join('\n')

export const documentedFiles = chapters.map(([file]) => file)

const chapter = ([file, machine]: (typeof chapters)[number]): string[] => {
  const anywhere = transitionsOf(machine.root).map(
    (transition) => `${label(transition)}${transition.target ? ` → ${targetsOf(transition).join(', ')}` : ''}`,
  )
  const described = family(machine.root).flatMap(({ description, path }) =>
    description && path.length > 0 ? [`- \`${path.join('.')}\`: ${description}`] : [],
  )
  const services = family(machine.root).flatMap((node) =>
    node.invoke.map(({ id }) => `\`${id}\` ${node === machine.root ? 'all the time' : `while ${node.path.join('.')}`}`),
  )
  return [
    `## ${machine.id}`,
    '',
    `\`${file}\`. ${machine.root.description}`,
    '',
    '```mermaid',
    mermaid(readChart(machine).chart),
    '```',
    '',
    ...(described.length > 0 ? [...described, ''] : []),
    ...(anywhere.length > 0 ? [`In every state: ${anywhere.map((text) => `\`${text}\``).join(', ')}.`, ''] : []),
    ...(services.length > 0 ? [`Runs ${services.join(', ')}.`, ''] : []),
  ]
}

const family = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(family)]

const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...[...node.transitions.values()].flat(), ...(node.always ?? [])].filter(doesSomething)

const targetsOf = ({ source, target }: AnyTransitionDefinition): string[] =>
  target?.map(({ key }) => key) ?? [source.key]

const label = ({ eventType, guard }: AnyTransitionDefinition): string =>
  [shortName(eventType), guard ? `[${guardName(guard)}]` : ''].filter((part) => part !== '').join(' ')
