import { FileSpreadsheet } from 'lucide-react'
import { Link } from 'wouter'
import * as words from '../../schemas/accounts/accounts.words'
import { accountsPath } from '../../schemas/paths'
import { useCsvImport } from '../shell/logicContext'
import { importSign } from './importPosition'
import { useImport } from './useImport'

/** Nothing moves here, because a frame costs an import as much as a row. */
const ImportStrip = () => {
  const csvImport = useCsvImport()
  const snapshot = useImport(csvImport)
  if (!snapshot.hasTag('unfinished')) return null
  const sign = importSign(snapshot)
  return (
    <Link
      aria-label={words.importSign(sign)}
      href={accountsPath}
      className="inline-flex min-h-9 min-w-0 items-center gap-2 rounded-full bg-primary-soft px-3 text-xs font-semibold text-primary-ink coarse:min-h-ctl forced-colors:border"
    >
      <FileSpreadsheet aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate tabular-nums">{sign}</span>
    </Link>
  )
}

export default ImportStrip
