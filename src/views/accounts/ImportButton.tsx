import { useSelector } from '@xstate/react'
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useAsked } from '../crud/asked'
import { useCsvImport, useLogic } from '../shell/logicContext'
import { Button } from '../ui'

/** The spinner does not move, because a frame costs an import as much as a row. */
export const ImportButton = () => {
  const csvImport = useCsvImport()
  const { holdFile } = useLogic()
  const importing = useSelector(csvImport, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('unfinished'))
  const input = useRef<HTMLInputElement>(null)
  useAsked('import', () => {
    if (!importing) input.current?.click()
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv"
        aria-label="CSV file"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) csvImport.send({ type: 'file.choose', file: holdFile(file) })
          currentTarget.value = ''
        }}
      />
      <Button
        icon={Upload}
        busy={importing}
        busyLabel="Importing..."
        onClick={() => input.current?.click()}
        className="*:animate-none"
      >
        Import CSV
      </Button>
    </>
  )
}
