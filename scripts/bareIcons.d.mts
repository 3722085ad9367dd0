import type { Plugin } from 'vite'

export const bareIcons: () => Plugin
