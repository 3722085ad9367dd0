import type { Generated } from 'kysely'
import type { Role } from '../../../src/schemas/roles'
import type { SavedReplyKind } from '../../../src/schemas/savedReplies'
import type { Dated, Flag, Json, Owned, Timestamp } from './columns'

/** What replies are written from, and the replies. */
export interface ReplyTables {
  roles: RoleTable
  saved_replies: SavedReplyTable
  posts: PostTable
  replies: ReplyTable
}

interface RoleTable extends Owned, Dated {
  id: Generated<number>
  name: string
  model_name: string
  category: string
  system_prompt: string
  personality_traits: Json
  background_story: string
  instruction_set: Json
  version: string
  knowledge_base: Json
  example_conversations: Json
  language: string
  /** Whether its prompt shows what was changed in its earlier drafts. */
  learns_from_edits: Generated<Flag>
  thinking: Generated<NonNullable<Role['thinking']>>
  /** UTF-8 bytes of the long fields, for the operator's limit. */
  bytes: Generated<number>
}

interface SavedReplyTable extends Owned, Dated {
  id: Generated<number>
  role_id: number
  /** Unique per character. */
  name: string
  kind: SavedReplyKind
  /** With its placeholders. */
  text: string
}

/** Posts that were fetched, so that replies are generated from the text that the operator saw. */
interface PostTable extends Owned {
  id: Generated<number>
  /** Unique per owner. */
  tweet_id: string
  text: string
  author_id: string | null
  author_username: string
  author_name: string
  posted_at: Timestamp | null
  fetched_at: Timestamp
  /** `PostContext`; null where it was read by an earlier version. */
  context: Json | null
  /** `Standing`; null where it was read by an earlier version. */
  standing: Json | null
}

interface ReplyTable extends Owned, Dated {
  /** 12 hexadecimal digits. */
  id: string
  tweet_id: string
  role_id: number | null
  generated_content: string
  content: string
  /** Which model wrote it; this and the next two are null where it was written by an earlier version. */
  model: string | null
  prompt_version: number | null
  /** Whether the model was the local stand-in. */
  by_stand_in: Flag | null
  /** The call that wrote it; null where it was written by an earlier version. */
  call_id: Generated<number | null>
}
