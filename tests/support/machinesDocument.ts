import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { mermaid } from '../../inspector/mermaid'
import { itemMachine } from '../../server/delivery/itemMachine'
import { accountRules } from '../../src/actors/accountTable'
import { accountCheckMachine } from '../../src/machines/accountCheck'
import { allowancesMachine } from '../../src/machines/allowances'
import { apiTokensMachine } from '../../src/machines/apiTokens'
import { auditLogMachine } from '../../src/machines/auditLog'
import { authMachine } from '../../src/machines/auth'
import { bulkDeleteMachine } from '../../src/machines/bulkDelete'
import { composerListsMachine } from '../../src/machines/composerLists'
import { connectingMachine } from '../../src/machines/connecting'
import { consentMachine } from '../../src/machines/consent'
import { csvImportMachine } from '../../src/machines/csvImport'
import { disclosureMachine } from '../../src/machines/disclosure'
import { createEditor } from '../../src/machines/editor'
import { editReplyMachine } from '../../src/machines/editReply'
import { handOverMachine } from '../../src/machines/handOver'
import { historyWatchMachine } from '../../src/machines/historyWatch'
import { importViewMachine } from '../../src/machines/importView'
import { inboxMachine } from '../../src/machines/inbox'
import { inboxActsMachine } from '../../src/machines/inboxActs'
import { layoutMachine } from '../../src/machines/layout'
import { leavingMachine } from '../../src/machines/leaving'
import { createLoader } from '../../src/machines/loader'
import { modelTrialMachine } from '../../src/machines/modelTrial'
import { movingMachine } from '../../src/machines/moving'
import { operatorsMachine } from '../../src/machines/operators'
import { ownAccountMachine } from '../../src/machines/ownAccount'
import { passkeysMachine } from '../../src/machines/passkeys'
import { problemReportMachine } from '../../src/machines/problemReport'
import { queueMachine } from '../../src/machines/queue'
import { replyMachine } from '../../src/machines/reply'
import { replyFlowMachine } from '../../src/machines/replyFlow'
import { createResource } from '../../src/machines/resource'
import { revisionMachine } from '../../src/machines/revision'
import { savedRepliesMachine } from '../../src/machines/savedReplies'
import { secondFactorMachine } from '../../src/machines/secondFactor'
import { createSpending } from '../../src/machines/spending'
import { createTable } from '../../src/machines/table'
import { taskFollowMachine } from '../../src/machines/taskFollow'
import { taskStreamMachine } from '../../src/machines/taskStream'
import { taskWatchMachine } from '../../src/machines/taskWatch'
import { readChart } from '../../src/recording/chart'
import { shortName } from '../../src/recording/names'
import { messages } from '../../src/schemas/messages'
import { doesSomething, guardName } from './machineModel'

const chapters: [file: string, machine: AnyStateMachine][] = [
  ['src/machines/auth.ts', authMachine],
  ['src/machines/replyFlow.ts', replyFlowMachine],
  ['src/machines/reply.ts', replyMachine],
  ['src/machines/editReply.ts', editReplyMachine],
  ['src/machines/csvImport.ts', csvImportMachine],
  ['src/machines/loader.ts', createLoader()],
  ['src/machines/resource.ts', createResource(messages.group)],
  ['src/machines/bulkDelete.ts', bulkDeleteMachine],
  ['src/machines/editor.ts', createEditor({ texts: messages.group, home: '/admin/group' })],
  ['src/machines/taskWatch.ts', taskWatchMachine],
  ['src/machines/handOver.ts', handOverMachine],
  ['src/machines/inbox.ts', inboxMachine],
  ['src/machines/inboxActs.ts', inboxActsMachine],
  ['src/machines/queue.ts', queueMachine],
  ['src/machines/taskFollow.ts', taskFollowMachine],
  ['src/machines/taskStream.ts', taskStreamMachine],
  ['src/machines/revision.ts', revisionMachine],
  ['src/machines/historyWatch.ts', historyWatchMachine],
  ['src/machines/ownAccount.ts', ownAccountMachine],
  ['src/machines/secondFactor.ts', secondFactorMachine],
  ['src/machines/passkeys.ts', passkeysMachine],
  ['src/machines/apiTokens.ts', apiTokensMachine],
  ['src/machines/operators.ts', operatorsMachine],
  ['src/machines/allowances.ts', allowancesMachine],
  ['src/machines/savedReplies.ts', savedRepliesMachine],
  ['src/machines/auditLog.ts', auditLogMachine],
  ['src/machines/composerLists.ts', composerListsMachine],
  ['src/machines/accountCheck.ts', accountCheckMachine],
  ['src/machines/modelTrial.ts', modelTrialMachine],
  ['src/machines/leaving.ts', leavingMachine],
  ['src/machines/connecting.ts', connectingMachine],
  ['src/machines/consent.ts', consentMachine],
  ['src/machines/moving.ts', movingMachine],
  ['src/machines/spending.ts', createSpending()],
  ['src/machines/layout.ts', layoutMachine],
  ['src/machines/table.ts', createTable(accountRules)],
  ['src/machines/problemReport.ts', problemReportMachine],
  ['src/machines/importView.ts', importViewMachine],
  ['src/machines/disclosure.ts', disclosureMachine],
  ['server/delivery/itemMachine.ts', itemMachine],
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
