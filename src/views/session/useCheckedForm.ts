import { type SyntheticEvent, useState } from 'react'
import type { Fault } from '../../machines/crud/failure'
import type { CheckedForm, FieldErrors } from '../../schemas/checkForm'

/**
 * A form whose values the browser keeps: checked when it is sent, then with every change. What the browser filled in,
 * or the operator typed before the script ran, stays. `<form {...form.props}>`, `form.errors?.email`.
 */
export const useCheckedForm = <TBody>(
  check: (values: FormData) => CheckedForm<TBody>,
  onSubmit: (body: TBody) => void,
) => {
  const [errors, setErrors] = useState<FieldErrors<TBody>>()

  const checkNow = (form: HTMLFormElement): CheckedForm<TBody> => {
    const checked = check(new FormData(form))
    setErrors('errors' in checked ? checked.errors : {})
    return checked
  }

  return {
    errors,
    props: {
      noValidate: true,
      /** Where there is no script, nothing typed may end up in an address. */
      method: 'post',
      onChange: ({ currentTarget }: SyntheticEvent<HTMLFormElement>) => {
        if (errors) checkNow(currentTarget)
      },
      onSubmit: (event: SyntheticEvent<HTMLFormElement>) => {
        event.preventDefault()
        const checked = checkNow(event.currentTarget)
        if ('body' in checked) onSubmit(checked.body)
        else focusFirst(event.currentTarget, checked.errors)
      },
    },
  }
}

/** The last refusal where the form has room for it: at the field that it is about, or below them all. */
export const placed = <TName extends string>(refusal: Fault | undefined, names: readonly TName[]) => {
  const name = names.find((each) => each === refusal?.field)
  const at: Partial<Record<TName, string>> = {}
  if (name) at[name] = refusal?.reason
  return { at, below: name ? undefined : refusal?.reason }
}

const focusFirst = (form: HTMLFormElement, errors: object): void => {
  const wrong = [...form.elements].find((each) => each instanceof HTMLInputElement && each.name in errors)
  if (wrong instanceof HTMLElement) wrong.focus()
}
