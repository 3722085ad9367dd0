/** Drawn here because the icon library is larger than both icons. */
const Icon = ({ path }: { path: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    className="size-4.5"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

export const MenuIcon = () => <Icon path="M4 5h16M4 12h16M4 19h16" />

export const CloseIcon = () => <Icon path="M18 6 6 18M6 6l12 12" />
