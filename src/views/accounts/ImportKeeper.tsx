import { useSelector } from '@xstate/react'
import { useEffects } from '../../effects'
import { useCsvImport } from '../shell/logicContext'
import { useCloseWarning } from '../ui/forms/closeWarning'

export const ImportKeeper = () => {
  const csvImport = useCsvImport()
  useEffects(csvImport)
  const unfinished = useSelector(csvImport, (snapshot) => snapshot.hasTag('unfinished'))
  useCloseWarning(unfinished)
  return null
}
