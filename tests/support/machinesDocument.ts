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

interface Chapter {
  file: string
  machine: AnyStateMachine
  /** What the machine is for, and which of its words are easily confused. */
  purpose: string
}

const chapters: Chapter[] = [
  {
    file: 'src/machines/auth.ts',
    machine: authMachine,
    purpose:
      'The session, and the root of every other session-long actor: while `signedIn.open` it runs `csvImport` and `taskFollow`, and from the first look at the composer on `replyFlow` (`withComposer`), whose code comes with that screen; all of them therefore survive navigation and end with the session. `opening` fetches the code of everything behind the login, which no public page loads; `unopened` waits for another try. It never holds the token; the services keep it where the client finds it. *Logout* is the operator’s wish and forgets the draft; *expired* is the server’s or another tab’s doing, keeps the draft and remembers the place to return to. `leaving` already counts as signed out: the token is gone, only the server is still being told.',
  },
  {
    file: 'src/machines/replyFlow.ts',
    machine: replyFlowMachine,
    purpose:
      'The main job: look a post up, generate replies, review each one, send them. The *form* is what stands in the fields, the *post* is what was fetched, by the link it was fetched with: a preview needs the post of the very link in the field. A *draft* is everything that survives a reload, an expired session and a failed send; its `unsaved` is what stands in the open edit dialog, which a restored draft opens again. *Resetting* (`mode.select`, a successful send) forgets everything, but a send leaves what was typed while it was under way (`next`). Three things go on side by side: the `mode`, the `draft`, which alone saves, and the `work`. Each reply is an actor of its own (`reply`); `occupied` says that one of them is worked on, and each says when it is over (`reply.settled`).',
  },
  {
    file: 'src/machines/reply.ts',
    machine: replyMachine,
    purpose:
      'One actor for each reply, spawned by `replyFlow` in the order of the draft. Its text is shown, edited, rewritten or reverted; the clipboard is a region of its own, since the browser may ask for permission first. What is to be told to the operator it hands to `replyFlow` (`reply.told`), which is heard on every screen.',
  },
  {
    file: 'src/machines/editReply.ts',
    machine: editReplyMachine,
    purpose:
      'The dialog in which one reply is edited. It loads the stored text first; if that fails, the previewed text is edited instead. It answers `reply` by its output, the reply as it now is: also after Cancel, so that what is previewed is what is stored.',
  },
  {
    file: 'src/machines/csvImport.ts',
    machine: csvImportMachine,
    purpose:
      'One import file, one create call per row, one row at a time: `importing` is entered anew for each row. `pausing` and `stopping` wait for the answer of the row in flight, so that no row is created without being counted. A row without an answer is not counted as failed: `unreached` waits for a connection and sends that row again, alone of all. Where it stands is kept in the page’s memory (`left`): who signs in again, as the same operator, finds it `interrupted`. A *rejected* row has its reason in the report and does not stop the next one; a *problem* concerns the whole file, of which nothing is created.',
  },
  {
    file: 'src/machines/loader.ts',
    machine: createLoader(),
    purpose:
      'Loads one thing for a screen. While it loads again, the last answer stays; while that one *goes on*, as the list of media agents does while one of them is new, it is loaded again by itself, ever less often. `failed` says nothing to the operator but offers another try.',
  },
  {
    file: 'src/machines/resource.ts',
    machine: createResource(messages.group),
    purpose:
      'A list screen: create in a dialog, delete after a question, load the list again after either. The list is the child `list` (a `loader`), so loading and dialogs do not wait for one another. *Request* opens the question, *confirm* deletes.',
  },
  {
    file: 'src/machines/bulkDelete.ts',
    machine: bulkDeleteMachine,
    purpose:
      'Several media agents chosen from their list and deleted with one question: one delete call each, one at a time, so `deleting` is entered anew for each. *Chosen* is what is ticked, over all pages; the *queue* is what was chosen when the deletion was confirmed. What is deleted leaves the choice; what failed, or was not reached before *stop*, stays in it. Where nothing stays, the deletion is `settled` until the list is loaded again; then the choice ends by itself, unless more was chosen meanwhile. `stopping` waits for the one in flight. An expired session ends the deletion without a word: the login says it.',
  },
  {
    file: 'src/machines/editor.ts',
    machine: createEditor({ texts: messages.group, home: '/admin/group' }),
    purpose:
      'The edit page of one thing. `locating` reads the id from the route; `missing` is the page without a thing, because the route has no id or because it cannot be loaded. *Cancel* goes one step back, *saved* goes to the list.',
  },
  {
    file: 'src/machines/taskWatch.ts',
    machine: taskWatchMachine,
    purpose:
      'The detail page of one task. `live` asks again while something may still happen by itself, `settled` means that nothing more happens without the operator. *Retry* queues again what failed and is safe to send once more; *decide* is the operator’s word on one item whose outcome is not known.',
  },
  {
    file: 'src/machines/handOver.ts',
    machine: handOverMachine,
    purpose:
      'The queue of what a person posts on X’s own site. *Open* tells the server that X’s page was opened, which makes it ask X from then on; *returned* is the operator’s coming back to this page, which makes it ask at once. `working` asks for the list while X is asked for one of its replies; one that was opened and has left it is posted. `confirming` waits until X has confirmed a pasted link, `deciding` for everything else that is said.',
  },
  {
    file: 'src/machines/inbox.ts',
    machine: inboxMachine,
    purpose:
      'Posts of others that an account may answer. The `list` is read while its screen is open; the `changes` that an operator makes take effect at once, are stored one after the other, and are undone where the server refuses them. What is *shown* never moves by itself: what *arrived* waits until it is asked for, what *left* stays in its place and says so.',
  },
  {
    file: 'src/machines/inboxActs.ts',
    machine: inboxActsMachine,
    purpose:
      'What is asked before it is done with a mention. *Answer* hands it to the composer (`mention.answering`), *shun* puts its author on the do-not-reply list, *switch* begins or ends to ask X for what concerns an account.',
  },
  {
    file: 'src/machines/queue.ts',
    machine: queueMachine,
    purpose:
      'Posts that wait for their turn in the composer, from many links at once. It hands each to the composer (`post.open`) and hears what becomes of it (`composer.seen`): the composer alone sends, and a post leaves the queue when its replies were taken. *Ahead* reads the next ones before their turn, as many as the operator pays for; *drafts* has their replies written too, once for each, and gives them to the composer (`preview.take`); *repeat* fills in what the last send was made with.',
  },
  {
    file: 'src/machines/taskFollow.ts',
    machine: taskFollowMachine,
    purpose:
      'What is being sent, followed on every screen for as long as the session is open. *Awaited* is a task whose end is still to be told: it was sent here, or is seen running. *Ended* is one whose end was told and that nobody has looked at; what went well leaves after a glance, the rest when it is dismissed. Both outlive a reload with the child `keeper`. It asks only while something is awaited, and now and then while something waits to be posted by hand, which may close itself; `tasks.changed` and the operator’s *return* make it ask at once.',
  },
  {
    file: 'src/machines/taskStream.ts',
    machine: taskStreamMachine,
    purpose:
      'The server tells by a stream when the operator’s tasks changed, child of `taskFollow`. It is open while somebody looks at the page, and opened anew with ever longer pauses. Its services hand the news to whoever asks for tasks (`news.told`): they ask then, and hardly ever by themselves. *Refused* is what a provider without such a stream does; then, and while the stream is lost or the page hidden, everybody asks again and again.',
  },
  {
    file: 'src/machines/revision.ts',
    machine: revisionMachine,
    purpose:
      'A reply that X refused gets other words and is sent once more, through the same account and as a task of its own. What was typed stays when the dialog is closed.',
  },
  {
    file: 'src/machines/historyWatch.ts',
    machine: historyWatchMachine,
    purpose: 'The list of tasks, asked for again while one of them still runs.',
  },
  {
    file: 'src/machines/ownAccount.ts',
    machine: ownAccountMachine,
    purpose:
      'The operator’s own password and sessions, and what he is to be told until he has read it. A changed password ends all other sessions, so that the list is read again. The passwords are in the event alone.',
  },
  {
    file: 'src/machines/secondFactor.ts',
    machine: secondFactorMachine,
    purpose:
      'The operator’s second factor: the key is shown until a first code of it was right, the recovery codes once. What needs a second factor asks for a code or a passkey first, which is good for ten minutes.',
  },
  {
    file: 'src/machines/passkeys.ts',
    machine: passkeysMachine,
    purpose:
      'The operator’s passkeys. One is made in a ceremony of three: the server says what is to be signed (`preparing`), the browser asks the person (`asking`), the server keeps what the device made (`storing`). Challenge and credential are known to the step that needs them, and to no other. Whoever says no, has no device for it or lets the time pass is back at the form, with the reason in a sentence.',
  },
  {
    file: 'src/machines/apiTokens.ts',
    machine: apiTokensMachine,
    purpose:
      'What scripts and agents of the operator come in with. A token is shown once, until the operator has stored it, and none is ended before the question is answered.',
  },
  {
    file: 'src/machines/operators.ts',
    machine: operatorsMachine,
    purpose:
      'Everybody who may sign in, for an administrator: the link of an invitation, or of a new password, is shown once, and nobody is deleted before it was said what goes with him.',
  },
  {
    file: 'src/machines/allowances.ts',
    machine: allowancesMachine,
    purpose:
      'What one operator may do in a day, read and set by an administrator in a dialog. What does not come can be asked for again; what is refused stays in the fields.',
  },
  {
    file: 'src/machines/savedReplies.ts',
    machine: savedRepliesMachine,
    purpose:
      'Openings and whole replies that are kept for one character, on its page and in the edit dialog of a reply. *Insert* fills the author of the post in and hands the words to the field (`text.insert`), or says what is not known and inserts nothing.',
  },
  {
    file: 'src/machines/auditLog.ts',
    machine: auditLogMachine,
    purpose:
      'Recent activity: the audit trail from the newest entry on, a page at a time below what is shown, searched by the server once typing pauses. What was read stays where the next page does not come.',
  },
  {
    file: 'src/machines/composerLists.ts',
    machine: composerListsMachine,
    purpose:
      'What the composer chooses from: characters, groups and media agents, each a `loader` of its own, and the sample data that the sandbox can fill them with.',
  },
  {
    file: 'src/machines/accountCheck.ts',
    machine: accountCheckMachine,
    purpose: 'Asks X, when the operator wants to know, whether one media agent may post.',
  },
  {
    file: 'src/machines/leaving.ts',
    machine: leavingMachine,
    purpose:
      'Every way out of a screen: a link, Back and Forward, Logout. It knows the actors of the screen in sight (`page.open`, `page.close`) and reads from them whether leaving loses something. *Unsaved* is a page that takes `page.discard`: the operator is asked, but not while the change is being stored. *Unfinished* is a page in the middle of a deletion: it is told `page.stop`, and left once that has come to rest. A logout also asks before it ends an import.',
  },
  {
    file: 'src/machines/connecting.ts',
    machine: connectingMachine,
    purpose: "How accounts can be connected here, and the way to X's consent page.",
  },
  {
    file: 'src/machines/consent.ts',
    machine: consentMachine,
    purpose: "How a journey to X's consent page ended, told to the operator who came back from it.",
  },
  {
    file: 'src/machines/moving.ts',
    machine: movingMachine,
    purpose: 'Accounts with OAuth 1.0a keys get an OAuth 2.0 pair, one after the other, with a report of each.',
  },
  {
    file: 'src/machines/spending.ts',
    machine: createSpending(),
    purpose:
      'What calls to X, or to models, cost, and the budget for a day. `absent`: a provider of the specified calls alone.',
  },
  {
    file: 'src/machines/layout.ts',
    machine: layoutMachine,
    purpose:
      'What stands around every screen: the palette, the sheet of keys, the report of a problem and, on a phone, the sidebar as a drawer, all of which close when another screen comes in sight; and whether the sidebar beside the page shows its labels, which is kept.',
  },
  {
    file: 'src/machines/table.ts',
    machine: createTable(accountRules),
    purpose:
      'Which part of a list is shown: of the media agents, of the tasks in History, of the items of one. The *address* owns it, so that Back, a reload and a link keep it; the machine is told of another one (`address.changed`) and says what it is to be (`query.chosen`). What is typed is searched for at once and gets there when typing pauses, when the field is left, or together with whatever is chosen next. What each list can be asked for are its rules (`actors/accountTable.ts`, `actors/history.ts`).',
  },
  {
    file: 'src/machines/problemReport.ts',
    machine: problemReportMachine,
    purpose:
      'What happened until now, as a file that an operator reads and saves; it sends nothing. Each other choice of what is shown gathers it anew, but not while it is being saved: what is saved is what was shown. It is the one actor that is not recorded.',
  },
  {
    file: 'src/machines/importView.ts',
    machine: importViewMachine,
    purpose:
      'What the panel shows of an import. A change of its state (`import.moved`) is shown at once, the counts of the rows answered meanwhile (`import.counted`) at most every 200 ms: drawing each row would slow the import down.',
  },
  {
    file: 'src/machines/disclosure.ts',
    machine: disclosureMachine,
    purpose: 'Something that is open or closed, such as a menu.',
  },
  {
    file: 'server/delivery/itemMachine.ts',
    machine: itemMachine,
    purpose:
      'The posting of one reply through one account, on the server. It is never run as an actor: each event is evaluated inside the database transaction that stores the new state. *Unknown* means that X may or may not have posted it; it is verified, never simply sent again. *Failed* means that it surely was not posted.',
  },
]

/** The text of docs/machines.md. */
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

export const documentedFiles = chapters.map(({ file }) => file)

const chapter = ({ file, machine, purpose }: Chapter): string[] => {
  const anywhere = transitionsOf(machine.root).map(
    (transition) => `${label(transition)}${transition.target ? ` → ${targetsOf(transition).join(', ')}` : ''}`,
  )
  const described = family(machine.root).flatMap(({ description, path }) =>
    description ? [`- ${path.length > 0 ? `\`${path.join('.')}\`: ` : ''}${description}`] : [],
  )
  const services = family(machine.root).flatMap((node) =>
    node.invoke.map(({ id }) => `\`${id}\` ${node === machine.root ? 'all the time' : `while ${node.path.join('.')}`}`),
  )
  return [
    `## ${machine.id}`,
    '',
    `\`${file}\`. ${purpose}`,
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
