import { Monitor, Moon, Sun } from 'lucide-react'
import { useId } from 'react'
import type { Theme } from '../../schemas/shell/theme'
import { cx } from '../ui/cx'
import { choices, useTheme } from './theme'

const looks = {
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
  system: { icon: Monitor, label: 'System' },
} satisfies Record<Theme, unknown>

export const ThemeSwitch = ({ vertical }: { vertical: boolean }) => {
  const [theme, setTheme] = useTheme()
  const name = useId()
  return (
    <fieldset className={cx('flex min-w-0 items-center justify-between', !vertical && 'pl-1.5')}>
      <legend className="sr-only">Theme</legend>
      {vertical ? null : (
        <span aria-hidden="true" className="text-sm text-ink-2">
          Theme
        </span>
      )}
      <span
        className={cx('inline-flex gap-0.5 rounded-lg border border-line bg-sunken p-0.75', vertical && 'flex-col')}
      >
        {choices.map((option) => {
          const { icon: Icon, label } = looks[option]
          return (
            <label
              key={option}
              title={label}
              className="relative inline-flex h-7.5 w-8 items-center justify-center rounded-[0.6875rem] border border-transparent text-ink-2 transition-colors hover:text-ink has-checked:bg-raised has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-focus dark:has-checked:bg-neutral-soft coarse:h-9 forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none"
            >
              <input
                type="radio"
                name={name}
                value={option}
                checked={theme === option}
                onChange={() => setTheme(option)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Icon aria-hidden="true" className="size-4" />
              <span className="sr-only">{label}</span>
            </label>
          )
        })}
      </span>
    </fieldset>
  )
}
