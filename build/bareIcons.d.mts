import type { LucideIconData } from 'lucide-react'
import type { Plugin } from 'vite'

export const bareIcons: () => Plugin
export const bare: (shapes: LucideIconData['node']) => LucideIconData['node']
