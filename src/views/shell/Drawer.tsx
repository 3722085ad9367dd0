import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import type { ReactNode } from 'react'

export type DrawerProps = { open: boolean; onClose: () => void; children: ReactNode }

const Drawer = ({ open, onClose, children }: DrawerProps) => (
  <Dialog open={open} onClose={onClose} autoFocus={false} aria-label="Menu" className="relative z-40 outline-none">
    <DialogBackdrop
      transition
      className="fixed inset-0 bg-scrim transition-opacity duration-200 ease-calm data-closed:opacity-0"
    />
    <DialogPanel
      transition
      className="fixed inset-y-0 left-0 w-72 max-w-[calc(100vw-2rem)] rounded-r-xl bg-canvas shadow-3 transition-transform duration-200 ease-calm data-closed:-translate-x-full forced-colors:border-r"
    >
      {children}
    </DialogPanel>
  </Dialog>
)

export default Drawer
