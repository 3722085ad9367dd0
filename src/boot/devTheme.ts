import { chosenTheme } from '../schemas/shell/theme'

/** The server does this for a built page. */
const theme = chosenTheme(document.cookie)
if (theme) document.documentElement.dataset.theme = theme
