import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { copyMessages } from '../../schemas/commonMessages'
import { useDevice } from '../shell/deviceContext'
import { IconButton } from './Button'

export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { clipboard } = useDevice()
  const [said, setSaid] = useState('')
  const copy = () =>
    clipboard.write(text).then(
      () => setSaid(copyMessages.copied),
      () => setSaid(copyMessages.copyFailed),
    )
  return (
    <>
      <IconButton
        icon={said === copyMessages.copied ? Check : Copy}
        label={what}
        onClick={copy}
        onBlur={() => setSaid('')}
      />
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  )
}
