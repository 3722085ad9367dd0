import type { Generated } from 'kysely'
import type { OwnRole as Role } from '../../../src/schemas/characters/roles'
import type { SavedReplyKind } from '../../../src/schemas/savedReplies/savedReplies'
import type { Dated, Flag, Json, Owned, Timestamp } from './columns'

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
  /** 1 if the character's prompt shows the operator's edits of earlier drafts. */
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

/** Fetched posts, so that replies are generated from the text that the operator saw. */
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
  /** `PostContext`; null in rows of earlier versions. */
  context: Json | null
  /** `Standing`; null in rows of earlier versions. */
  standing: Json | null
}

interface ReplyTable extends Owned, Dated {
  /** 12 hexadecimal digits. */
  id: string
  tweet_id: string
  role_id: number | null
  generated_content: string
  content: string
  /** The model that wrote the reply. This column and the next two are null in rows of earlier versions. */
  model: string | null
  prompt_version: number | null
  /** 1 if the model was the local stand-in. */
  by_stand_in: Flag | null
  /** The model call that wrote the reply; null in rows of earlier versions. */
  call_id: Generated<number | null>
}
