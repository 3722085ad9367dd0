import '../../src/views/ui/styles/tokens.css'
import '../../src/views/ui/styles/fonts.css'
import './inspector.css'
import '../../src/boot/devTheme'
import { createRoot } from 'react-dom/client'
import { InspectorPage } from './InspectorPage'

const root = document.getElementById('root')
if (!root) throw new Error('inspector/index.html has no #root')
createRoot(root).render(<InspectorPage />)
