import { limits, regionShapes, type RegionShapeName } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { redo, stepTo, undo, type DrawHistory } from '@eyrie/map';
import { Button, Form, Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { useMeasures } from '../../modules/region/index.ts';
import { useText } from '../../platform/text.tsx';
import { PlaceTable } from './place-table.tsx';
import { emptyShape, shapeOfText, type Judged, type ShapeState } from './shape-state.ts';

interface ToolsProps {
  history: DrawHistory<ShapeState>;
  judged: Judged;
  centre: () => Place;
  onHistory: (history: DrawHistory<ShapeState>) => void;
  /** The pointer draws a new shape of this kind. */
  onDraw: (shape: RegionShapeName) => void;
}

function Paste({ onShape }: { onShape: (shape: ShapeState) => void }): ReactNode {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : shapeOfText(typed);
  if (typed === null)
    return (
      <Button size="small" onClick={() => setTyped('')}>
        {text('region.paste')}
      </Button>
    );
  return (
    <div className="zone-paste ey-stack ey-gap-4">
      <Input.TextArea
        aria-label={text('region.paste')}
        placeholder={text('region.pasteHint')}
        rows={3}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() !== '' && !read ? <p role="alert">{text('region.pasteBad')}</p> : null}
      <Button
        size="small"
        disabled={!read}
        onClick={() => {
          if (read) onShape(read);
          setTyped(null);
        }}
      >
        {text('region.pasteUse')}
      </Button>
    </div>
  );
}

function Sizes({ state, onStep }: { state: ShapeState; onStep: (next: ShapeState) => void }): ReactNode {
  const text = useText();
  const { radiusMin, radiusMax, widthMin, widthMax } = limits.region;
  const size = state.shape === 'circle' ? 'radius' : state.shape === 'corridor' ? 'width' : null;
  if (!size) return null;
  return (
    <Form.Item label={text(`region.${size}`)}>
      <InputNumber
        aria-label={text(`region.${size}`)}
        min={size === 'radius' ? radiusMin : widthMin}
        max={size === 'radius' ? radiusMax : widthMax}
        value={state[size]}
        onChange={(value) => {
          if (value !== null) onStep({ ...state, [size]: value });
        }}
      />
    </Form.Item>
  );
}

/** What the shape measures, or what is wrong with it. */
function Findings({ judged: { fault, measures }, places }: { judged: Judged; places: number }): ReactNode {
  const text = useText();
  const words = useMeasures();
  if (fault)
    return (
      <p role="alert" className="zone-fault">
        {text(`issue.shape.${fault.fault}`, { field: text('region.shape') })}{' '}
        {fault.at ? <bdi dir="ltr">{`${fault.at.lng.toFixed(6)}, ${fault.at.lat.toFixed(6)}`}</bdi> : null}
      </p>
    );
  if (!measures) return <p className="list-hint">{text('region.noShape')}</p>;
  const facts = [
    [text('region.length'), measures.length === null ? null : words.length(measures.length)],
    [text('region.perimeter'), measures.perimeter === null ? null : words.length(measures.perimeter)],
    [text('region.area'), measures.area === null ? null : words.area(measures.area)],
    [text('region.places'), String(places)],
  ] as const;
  return (
    <p className="zone-measures ey-flow ey-gap-12" aria-live="polite">
      {facts.flatMap(([label, value]) =>
        value === null
          ? []
          : [
              <span key={label}>
                {label} <bdi>{value}</bdi>
              </span>,
            ],
      )}
    </p>
  );
}

/** Shape of a region: drawn, typed or pasted; each gesture is a step that can be taken back. */
export function ShapeTools({ history, judged, centre, onHistory, onDraw }: ToolsProps): ReactNode {
  const text = useText();
  const state = history.now;
  const step = (next: ShapeState): void => onHistory(stepTo(history, next));
  return (
    <section aria-label={text('region.shapeTools')}>
      <div className="ey-flow ey-gap-6" role="toolbar" aria-label={text('region.shapeTools')}>
        {regionShapes.map((shape) => (
          <Button
            key={shape}
            size="small"
            type={state.shape === shape ? 'primary' : 'default'}
            aria-pressed={state.shape === shape}
            onClick={() => {
              step(emptyShape(shape));
              onDraw(shape);
            }}
          >
            {text(`region.shape.${shape}`)}
          </Button>
        ))}
        <Button size="small" disabled={history.past.length === 0} onClick={() => onHistory(undo(history))}>
          {text('region.undo')}
        </Button>
        <Button size="small" disabled={history.future.length === 0} onClick={() => onHistory(redo(history))}>
          {text('region.redo')}
        </Button>
        <Paste onShape={step} />
      </div>
      <p className="list-hint">{text('region.drawHint')}</p>
      <Findings judged={judged} places={state.rings.reduce((sum, ring) => sum + ring.length, 0)} />
      <Sizes state={state} onStep={step} />
      <PlaceTable state={state} centre={centre} onStep={step} />
    </section>
  );
}
