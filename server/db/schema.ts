import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AccountTables } from './tables/accounts'
import type { DeliveryTables } from './tables/delivery'
import type { InboxTables } from './tables/inbox'
import type { ModelTables } from './tables/models'
import type { MoneyTables } from './tables/money'
import type { OperatorTables } from './tables/operators'
import type { ReplyTables } from './tables/replies'

export type DialectName = 'sqlite' | 'postgres'

/** Facts about this database, such as its epoch and the fingerprint of the encryption key. */
interface InstanceTable {
  key: string
  value: string
}

export interface Database
  extends OperatorTables,
    AccountTables,
    ReplyTables,
    DeliveryTables,
    InboxTables,
    MoneyTables,
    ModelTables {
  instance: InstanceTable
}

export type Row<T extends keyof Database> = Selectable<Database[T]>
export type NewRow<T extends keyof Database> = Insertable<Database[T]>
export type RowPatch<T extends keyof Database> = Updateable<Database[T]>
