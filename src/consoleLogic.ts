import { fromCallback, fromPromise } from 'xstate'
import { accountCheckMachine } from './machines/accountCheck'
import { composerListsMachine } from './machines/composerLists'
import { csvImportMachine } from './machines/csvImport'
import { disclosureMachine } from './machines/disclosure'
import { createEditor } from './machines/editor'
import { editReplyMachine } from './machines/editReply'
import { historyWatchMachine } from './machines/historyWatch'
import { createLoader } from './machines/loader'
import { type DraftKeeperEvent, type ReplyId, replyFlowMachine, type Sending } from './machines/replyFlow'
import { createResource, type Identified } from './machines/resource'
import type { AllActors } from './machines/service'
import { taskWatchMachine } from './machines/taskWatch'
import type { Account, AccountBody, AccountPatch, StoredAccount } from './schemas/accounts'
import type { CsvContent, CsvRow } from './schemas/csvRows'
import type { FetchedPost, WrittenReply } from './schemas/draft'
import type { Group, GroupBody } from './schemas/groups'
import { messages } from './schemas/messages'
import type { AuditEntry, Meta, Model } from './schemas/meta'
import type { GenerateBody, Reply } from './schemas/replies'
import { type RoleForm, roleBodyOf } from './schemas/roleForm'
import type { Role } from './schemas/roles'
import type { DecisionBody, Task, TaskItem, TaskSummary } from './schemas/tasks'
import type { ConsoleServices } from './services/services'

/** Every machine behind the login with its services in place, made once. */
export const createConsoleLogic = (services: ConsoleServices) => {
  const { api, csv, drafts, sendKeys, clipboard, report } = services

  const read = <TOutput, TInput>(request: (input: TInput, signal: AbortSignal) => Promise<TOutput>) =>
    fromPromise<TOutput, TInput>(async ({ input, signal }) => {
      try {
        return await request(input, signal)
      } catch (error) {
        if (signal.aborted) return await new Promise<never>(() => {})
        report(error)
        throw error
      }
    })
  const load = <TData, TParams>(request: (params: TParams, signal: AbortSignal) => Promise<TData>) =>
    read<{ data: TData }, { params: TParams }>(async ({ params }, signal) => ({ data: await request(params, signal) }))
  const write = <TOutput, TInput>(request: (input: TInput) => Promise<TOutput>) =>
    fromPromise<TOutput, TInput>(({ input }) => request(input))

  const accounts = load<Account[], undefined>((_, signal) => api.listAccounts({ query: { group: '' }, signal }))
  const groups = load<Group[], undefined>((_, signal) => api.listGroups({ signal }))
  const roles = load<Role[], undefined>((_, signal) => api.listRoles({ query: { skip: '0', limit: '100' }, signal }))

  const loaders = {
    accounts: createLoader<Account[]>().provide({
      actors: { load: accounts } satisfies AllActors<ReturnType<typeof createLoader>>,
    }),
    groups: createLoader<Group[]>().provide({
      actors: { load: groups } satisfies AllActors<ReturnType<typeof createLoader>>,
    }),
    roles: createLoader<Role[]>().provide({
      actors: { load: roles } satisfies AllActors<ReturnType<typeof createLoader>>,
    }),
    models: createLoader<Model[]>().provide({
      actors: { load: load<Model[], undefined>((_, signal) => api.listModels({ signal })) } satisfies AllActors<
        ReturnType<typeof createLoader>
      >,
    }),
    tasks: createLoader<TaskSummary[]>().provide({
      actors: {
        load: load<TaskSummary[], undefined>((_, signal) => api.listTasks({ query: { limit: '100' }, signal })),
      } satisfies AllActors<ReturnType<typeof createLoader>>,
    }),
    meta: createLoader<Meta>().provide({
      actors: { load: load<Meta, undefined>((_, signal) => services.loadMeta(signal)) } satisfies AllActors<
        ReturnType<typeof createLoader>
      >,
    }),
    audit: createLoader<AuditEntry[]>().provide({
      actors: {
        load: load<AuditEntry[], undefined>((_, signal) => api.listAudit({ query: { limit: '100' }, signal })),
      } satisfies AllActors<ReturnType<typeof createLoader>>,
    }),
  }

  const resources = {
    accounts: createResource<Account, AccountBody>(messages.account).provide({
      actors: {
        list: loaders.accounts,
        create: write<void, { body: AccountBody }>(({ body }) => api.createAccount({ body })),
        remove: write<void, Identified>(({ id }) => api.deleteAccount({ params: { accountId: id } })),
      } satisfies AllActors<ReturnType<typeof createResource>>,
    }),
    groups: createResource<Group, GroupBody>(messages.group).provide({
      actors: {
        list: loaders.groups,
        create: write<void, { body: GroupBody }>(({ body }) => api.createGroup({ body })),
        remove: write<void, Identified>(({ id }) => api.deleteGroup({ params: { groupId: id } })),
      } satisfies AllActors<ReturnType<typeof createResource>>,
    }),
    roles: createResource<Role, RoleForm>(messages.role).provide({
      actors: {
        list: loaders.roles,
        create: write<void, { body: RoleForm }>(async ({ body }) => api.createRole({ body: roleBodyOf(body) })),
        remove: write<void, Identified>(({ id }) => api.deleteRole({ params: { roleId: id } })),
      } satisfies AllActors<ReturnType<typeof createResource>>,
    }),
  }

  const editors = {
    account: createEditor<StoredAccount, AccountPatch>({ texts: messages.account, home: '/admin/media-agent' }).provide(
      {
        actors: {
          load: read<{ data: StoredAccount }, { id: string }>(async ({ id }, signal) => ({
            data: await api.getAccount({ params: { accountId: id }, signal }),
          })),
          save: write<void, { id: string; body: AccountPatch }>(({ id, body }) =>
            api.updateAccount({ params: { accountId: id }, body }),
          ),
        } satisfies AllActors<ReturnType<typeof createEditor>>,
      },
    ),
    group: createEditor<Group, GroupBody>({ texts: messages.group, home: '/admin/group' }).provide({
      actors: {
        load: read<{ data: Group }, { id: string }>(async ({ id }, signal) => ({
          data: await api.getGroup({ params: { groupId: id }, signal }),
        })),
        save: write<void, { id: string; body: GroupBody }>(({ id, body }) =>
          api.updateGroup({ params: { groupId: id }, body }),
        ),
      } satisfies AllActors<ReturnType<typeof createEditor>>,
    }),
    role: createEditor<Role, RoleForm>({ texts: messages.role, home: '/admin/ai-character' }).provide({
      actors: {
        load: read<{ data: Role }, { id: string }>(async ({ id }, signal) => ({
          data: await api.getRole({ params: { roleId: id }, signal }),
        })),
        save: write<void, { id: string; body: RoleForm }>(async ({ id, body }) =>
          api.updateRole({ params: { roleId: id }, body: roleBodyOf(body) }),
        ),
      } satisfies AllActors<ReturnType<typeof createEditor>>,
    }),
  }

  const composerLists = composerListsMachine.provide({
    actors: {
      roles: loaders.roles,
      groups: loaders.groups,
      accounts: loaders.accounts,
      loadSample: write<void, unknown>(() => api.loadSample()),
    } satisfies AllActors<typeof composerListsMachine>,
  })

  const historyWatch = historyWatchMachine.provide({
    actors: {
      loadTasks: read<TaskSummary[], unknown>((_, signal) => api.listTasks({ query: { limit: '100' }, signal })),
    } satisfies AllActors<typeof historyWatchMachine>,
  })

  const accountCheck = accountCheckMachine.provide({
    actors: {
      verify: write<Account, Identified>(({ id }) => api.verifyAccount({ params: { accountId: id } })),
    } satisfies AllActors<typeof accountCheckMachine>,
  })

  const taskWatch = taskWatchMachine.provide({
    actors: {
      loadTask: read<Task, { task_id: string }>(({ task_id }, signal) =>
        api.getTask({ params: { taskId: task_id }, signal }),
      ),
      retryTask: write<Task, { task_id: string }>(({ task_id }) => api.retryTask({ params: { taskId: task_id } })),
      decideItem: write<Task, { task_id: string; item_id: TaskItem['id']; decision: DecisionBody }>(
        ({ task_id, item_id, decision }) =>
          api.decideItem({ params: { taskId: task_id, itemId: item_id }, body: decision }),
      ),
    } satisfies AllActors<typeof taskWatchMachine>,
  })

  const saveReply = write<Reply, Reply>(async ({ reply_id, content }) => {
    await api.updateReply({ params: { replyId: reply_id }, body: { content } })
    return { reply_id, content }
  })

  const editReply = editReplyMachine.provide({
    actors: {
      loadReply: read<Reply, { reply_id: ReplyId }>(async ({ reply_id }, signal) => {
        const { content } = await api.getReply({ params: { replyId: reply_id }, signal })
        return { reply_id, content }
      }),
      saveReply,
    } satisfies AllActors<typeof editReplyMachine>,
  })

  const send = (sending: Sending, headers: Record<string, string>) =>
    sending.mode === 'batch'
      ? api.batchPostReplies({ body: sending.body, headers })
      : api.postReply({ body: sending.body, headers })

  const replyFlow = replyFlowMachine.provide({
    actors: {
      keepDraft: fromCallback<DraftKeeperEvent>(({ sendBack, receive }) => {
        const draft = drafts.load()
        if (draft) sendBack({ type: 'draft.restored', draft })
        receive((event) => drafts.save(event.draft))
      }),
      fetchContent: read<FetchedPost, { tweet_url: string }>(async ({ tweet_url }, signal) => ({
        ...(await api.fetchContent({ body: { tweet_url }, signal })),
        tweet_url,
      })),
      generateReplies: write<{ replies: WrittenReply[] }, GenerateBody>(async (body) => {
        const { replies } = await api.generateReplies({ body })
        return { replies: replies.map((reply) => ({ ...reply, role_id: body.role_id })) }
      }),
      copyText: write<void, { text: string }>(({ text }) => clipboard.write(text)),
      saveReply,
      sendReplies: write<{ task_id?: ReplyId }, Sending>(async (sending) => {
        const intent = JSON.stringify(sending)
        return (await sendKeys.during(intent, (key) => send(sending, { 'Idempotency-Key': key }))) ?? {}
      }),
      editReply,
    } satisfies AllActors<typeof replyFlowMachine>,
  })

  const csvImport = csvImportMachine.provide({
    actors: {
      readFile: write<CsvContent, { file: File }>(({ file }) => csv.read(file)),
      createRow: write<void, { row: CsvRow | undefined }>(async ({ row }) => {
        if (row) await api.createAccount({ body: row.values })
      }),
    } satisfies AllActors<typeof csvImportMachine>,
  })

  return {
    replyFlow,
    csvImport,
    loaders,
    resources,
    editors,
    accountCheck,
    composerLists,
    historyWatch,
    taskWatch,
    disclosure: disclosureMachine,
    downloads: services.downloads,
    readAhead: services.readAhead,
    device: { preferences: services.preferences, connectivity: services.connectivity },
  }
}

export type ConsoleLogic = ReturnType<typeof createConsoleLogic>
