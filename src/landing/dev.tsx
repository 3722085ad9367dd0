import '../views/ui/styles/fonts.css'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { disclosureMachine } from '../machines/shell/disclosure'
import { LandingPage } from './LandingPage'

const root = document.getElementById('root')
if (root) createRoot(root).render(<LandingPage menu={createActor(disclosureMachine).start()} />)
