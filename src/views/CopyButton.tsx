import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { replyMessages } from '../schemas/replies'
import { useLogic } from './logicContext'
import { IconButton } from './ui/Button'

/** Copies a text, and says whether that worked. `what` names it: "Copy the error". */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { clipboard } = useLogic()
  const [said, setSaid] = useState('')
  const copy = () =>
    clipboard.write(text).then(
      () => setSaid(replyMessages.copied),
      () => setSaid(replyMessages.copyFailed),
    )
  return (
    <>
      <IconButton
        icon={said === replyMessages.copied ? Check : Copy}
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
