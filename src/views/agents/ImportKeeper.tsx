import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useEffects } from '../../effects'
import { useCsvImport } from '../logicContext'

/** Stands beside every console screen: an import goes on wherever the operator is, and closing the tab would end it. */
export const ImportKeeper = () => {
  const csvImport = useCsvImport()
  useEffects(csvImport)
  const unfinished = useSelector(csvImport, (snapshot) => snapshot.hasTag('unfinished'))
  useEffect(() => {
    if (!unfinished) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unfinished])
  return null
}
