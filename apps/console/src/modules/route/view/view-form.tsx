import { lensWords, limits, planHeightModes, type PlanHeightMode } from '@eyrie/domain';
import { heightModesOf, missingParts, type PhotoView } from '@eyrie/planner';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLanguage } from '../../../platform/language.ts';
import { useText } from '../../../platform/text.tsx';
import { ChoiceField } from '../editor/choice-field.tsx';
import { NumberField } from '../editor/number-field.tsx';

const { plan: bound } = limits.route;
type Change = (fields: Partial<PhotoView>) => void;

/** Longitude and latitude, and the height with what it is above. */
function Position({
  view,
  read,
  change,
}: {
  view: PhotoView;
  /** As the photo said it. */
  read: PhotoView;
  change: Change;
}): ReactNode {
  const text = useText();
  const [mode, setMode] = useState<PlanHeightMode>(heightModesOf(view)[0] ?? 'relative');
  // Only the height that is chosen: another one must not be flown instead.
  const only = (of: PlanHeightMode, value: number | null | undefined): void =>
    change({ heights: value === null || value === undefined ? {} : { [of]: value } });
  const height = view.heights[mode] ?? null;
  return (
    <>
      {(['lng', 'lat'] as const).map((side) => (
        <NumberField
          key={side}
          label={text(`planner.field.${side}`)}
          value={view[side]}
          min={side === 'lng' ? -180 : -90}
          max={side === 'lng' ? 180 : 90}
          step={0.00001}
          decimals={7}
          optional
          unit={text('unit.degree')}
          onChange={(value) => change({ [side]: value })}
        />
      ))}
      <ChoiceField
        label={text('planner.view.heightMode')}
        value={mode}
        options={planHeightModes.map((value) => ({ value, label: text(`route.heightMode.${value}`) }))}
        onChange={(next) => {
          setMode(next);
          only(next, read.heights[next]);
        }}
      />
      <NumberField
        key={mode}
        label={text('planner.field.height')}
        value={height}
        min={bound.heightMin}
        max={bound.heightMax}
        optional
        unit={text('unit.metre')}
        onChange={(value) => only(mode, value)}
      />
      {mode === 'relative' ? <p className="ey-muted">{text('planner.view.relativeHint')}</p> : null}
    </>
  );
}

function Camera({ view, change }: { view: PhotoView; change: Change }): ReactNode {
  const text = useText();
  return (
    <>
      <NumberField
        label={text('detail.key.heading')}
        value={view.heading}
        min={-180}
        max={180}
        optional
        unit={text('unit.degree')}
        onChange={(heading) => change({ heading })}
      />
      <NumberField
        label={text('detail.key.gimbalPitch')}
        value={view.pitch}
        min={-120}
        max={45}
        optional
        unit={text('unit.degree')}
        onChange={(pitch) => change({ pitch })}
      />
      <NumberField
        label={text('planner.view.zoom')}
        value={view.zoom}
        min={1}
        max={bound.zoomMax}
        optional
        unit={text('planner.unit.times')}
        onChange={(zoom) => change({ zoom })}
      />
      <ChoiceField
        label={text('planner.view.lens')}
        value={view.lens ?? ''}
        options={[
          { value: '', label: text('planner.view.anyLens') },
          ...lensWords.map((value) => ({ value, label: text(`planner.lens.${value}`) })),
        ]}
        onChange={(value) => change({ lens: lensWords.find((one) => one === value) ?? null })}
      />
    </>
  );
}

/** Asks for what a photo does not say of its view, before a route is planned to it. */
export function ViewForm({
  view: read,
  onDone,
  onBack,
}: {
  view: PhotoView;
  onDone: (view: PhotoView) => void;
  onBack: () => void;
}): ReactNode {
  const text = useText();
  const language = useLanguage((state) => state.language);
  const [view, setView] = useState(read);
  const change: Change = (fields) => setView((before) => ({ ...before, ...fields }));
  const named = (parts: ReturnType<typeof missingParts>): string =>
    new Intl.ListFormat(language, { type: 'unit' }).format(
      parts.map((part) => text(`planner.view.part.${part}`)),
    );
  const missing = missingParts(view);
  return (
    <main className="route-view-form">
      <h1>{text('planner.view.title')}</h1>
      {view.model === null ? null : (
        <p className="ey-muted">
          <bdi>{view.model}</bdi>
        </p>
      )}
      <p role="status">{text('planner.view.missing', { list: named(missingParts(read)) })}</p>
      <form
        className="planner-fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (missing.length === 0) onDone(view);
        }}
      >
        <Position view={view} read={read} change={change} />
        <Camera view={view} change={change} />
        <div className="route-view-ends">
          <Button onClick={onBack}>{text('app.cancel')}</Button>
          <Button
            type="primary"
            htmlType="submit"
            disabled={missing.length > 0}
            title={missing.length > 0 ? text('planner.view.missing', { list: named(missing) }) : undefined}
          >
            {text('routeTemplate.begin')}
          </Button>
        </div>
      </form>
    </main>
  );
}
