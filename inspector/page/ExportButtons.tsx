import type { RefObject } from 'react'
import type { Chart } from '../../src/recording/recording'
import { machineConfig } from '../machineConfig'
import { mermaid } from '../mermaid'
import { pictureText } from './pictureText'
import { saveFile } from './saveFile'

interface Props {
  chart: Chart
  name: string
  stage: RefObject<HTMLElement | null>
}

export const ExportButtons = ({ chart, name, stage }: Props) => {
  const savePicture = () => {
    const picture = stage.current?.querySelector<SVGSVGElement>('svg')
    if (picture) saveFile(`${name}.svg`, pictureText(picture), 'image/svg+xml')
  }
  return (
    <fieldset className="exports">
      <legend>Export</legend>
      <button type="button" onClick={() => saveFile(`${name}.mmd`, mermaid(chart), 'text/plain')}>
        Mermaid
      </button>
      <button type="button" onClick={savePicture}>
        SVG
      </button>
      <button
        type="button"
        onClick={() => saveFile(`${name}.json`, JSON.stringify(machineConfig(chart), undefined, 2), 'application/json')}
      >
        Stately JSON
      </button>
    </fieldset>
  )
}
