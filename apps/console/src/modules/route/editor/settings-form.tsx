import { planHeightModes, pointKinds, type PlanSettings } from '@eyrie/domain';
import { aircraft, chooseAircraft, chooseCamera, payloadsFor, setPhotos, setSettings } from '@eyrie/planner';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import { cameras } from './cameras.ts';
import { ChoiceField } from './choice-field.tsx';
import { DockChoice } from './dock-choice.tsx';
import { PointActions } from './point-actions.tsx';
import { SpecFields } from './field-schema.tsx';
import { NumberField } from './number-field.tsx';
import { battery, flight, optics, photos, safety } from './settings-specs.ts';
import type { MapHost } from '@eyrie/map';
import type { PlanDock } from './plan-docks.ts';
import type { Editor } from './use-editor.ts';
import { WindFromWeather, type AskWind } from './wind-from-weather.tsx';

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section aria-label={title} className="planner-form ey-stack ey-gap-8">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function TakeOff({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const { takeOff, wind } = editor.plan.settings;
  const set = (change: Partial<PlanSettings>): void => editor.edit((plan) => setSettings(plan, change));
  const place = (part: Partial<NonNullable<typeof takeOff>>): void =>
    set({ takeOff: { lng: 0, lat: 0, height: null, ...takeOff, ...part } });
  const blow = (part: Partial<NonNullable<typeof wind>>): void =>
    set({ wind: { speed: 0, from: 0, ...wind, ...part } });
  return (
    <div className="planner-fields">
      {(['lng', 'lat'] as const).map((side) => (
        <NumberField
          key={side}
          label={text(`planner.field.${side}`)}
          value={takeOff?.[side] ?? null}
          min={side === 'lng' ? -180 : -90}
          max={side === 'lng' ? 180 : 90}
          step={0.00001}
          decimals={7}
          optional
          placeholder={text('planner.field.notChosen')}
          unit={text('unit.degree')}
          onChange={(value) => (value === null ? set({ takeOff: null }) : place({ [side]: value }))}
        />
      ))}
      <NumberField
        label={text('planner.field.takeOffHeight')}
        value={takeOff?.height ?? null}
        min={-500}
        max={9_000}
        optional
        disabled={takeOff === null}
        placeholder={text('planner.field.unknown')}
        unit={text('unit.metre')}
        onChange={(height) => place({ height })}
      />
      <NumberField
        label={text('planner.field.windSpeed')}
        value={wind?.speed ?? null}
        min={0}
        max={40}
        optional
        placeholder={text('planner.field.noWind')}
        unit={text('unit.metrePerSecond')}
        onChange={(speed) => (speed === null ? set({ wind: null }) : blow({ speed }))}
      />
      <NumberField
        label={text('planner.field.windFrom')}
        value={wind?.from ?? null}
        min={0}
        max={360}
        optional
        unit={text('unit.degree')}
        onChange={(from) => {
          if (from !== null || wind) blow({ from: from ?? 0 });
        }}
      />
    </div>
  );
}

/** Placed points have heights of their own, which the height of the route does not change: that is said, and offered. */
function OwnHeights({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { points, settings, type } = editor.plan;
  const { height } = settings;
  const count = pointKinds.has(type) ? points.filter((point) => point.height !== height).length : 0;
  if (count === 0) return null;
  return (
    <p role="status" className="ey-muted">
      {text('planner.ownHeights', { count })}{' '}
      <Button
        size="small"
        onClick={() =>
          editor.edit((plan) => ({ ...plan, points: plan.points.map((point) => ({ ...point, height })) }))
        }
      >
        {text('planner.ownHeights.set', { height: figures.height(height) })}
      </Button>
    </p>
  );
}

/** The aircraft and the camera that a file is written for. */
function Target({ editor }: { editor: Editor }): ReactNode {
  const text = useText();
  const { drone, payload } = editor.plan.settings;
  const known = aircraft.some(({ key }) => key === drone);
  const others = drone === null || known ? [] : [{ value: drone, label: drone }];
  const cameraTypes = payloadsFor(drone).map(({ type, name }) => ({ value: String(type), label: name }));
  const chosen = payload.type === null ? null : String(payload.type);
  const unlisted =
    chosen === null || cameraTypes.some(({ value }) => value === chosen)
      ? []
      : [{ value: chosen, label: chosen }];
  return (
    <div className="planner-fields">
      <ChoiceField
        label={text('detail.key.drone')}
        value={drone}
        placeholder={text('planner.field.notChosen')}
        options={[...aircraft.map(({ key, name }) => ({ value: key, label: name })), ...others]}
        onChange={(key) => editor.edit((plan) => chooseAircraft(plan, key))}
      />
      <ChoiceField
        label={text('planner.field.payloadType')}
        value={chosen}
        placeholder={text('planner.field.notChosen')}
        options={[...cameraTypes, ...unlisted]}
        onChange={(type) => editor.edit((plan) => chooseCamera(plan, Number(type)))}
      />
      <NumberField
        label={text('planner.field.position')}
        value={payload.position}
        min={0}
        max={7}
        decimals={0}
        onChange={(position) =>
          editor.edit((plan) =>
            setSettings(plan, { payload: { ...payload, position: Math.round(position ?? 0) } }),
          )
        }
      />
    </div>
  );
}

/** What holds for the whole route. */
export function SettingsForm({
  editor,
  onHeightMode,
  docks,
  host,
  askWind,
}: {
  editor: Editor;
  /** Heights in another mode: through the ground, which the form does not know. */
  onHeightMode: (mode: PlanSettings['heightMode']) => void;
  docks: readonly PlanDock[];
  host: MapHost | null;
  askWind: AskWind | undefined;
}): ReactNode {
  const text = useText();
  const { settings } = editor.plan;
  const set = (change: Partial<PlanSettings>): void => editor.edit((plan) => setSettings(plan, change));
  const preset = cameras.find(({ name }) => name === settings.camera.name);
  return (
    <>
      <Section title={text('planner.section.flight')}>
        <ChoiceField
          label={text('detail.key.heightMode')}
          value={settings.heightMode}
          options={planHeightModes.map((value) => ({ value, label: text(`route.heightMode.${value}`) }))}
          onChange={onHeightMode}
        />
        <SpecFields specs={flight} values={settings} onChange={set} />
        <OwnHeights editor={editor} />
      </Section>
      <Section title={text('planner.section.safety')}>
        <SpecFields specs={safety} values={settings} onChange={set} />
      </Section>
      <Section title={text('planner.section.camera')}>
        <SpecFields
          specs={photos}
          values={editor.plan.photos}
          onChange={(change) => editor.edit((plan) => setPhotos(plan, change))}
        />
        <ChoiceField
          label={text('planner.field.preset')}
          value={preset?.name ?? null}
          placeholder={settings.camera.name}
          options={cameras.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => {
            const camera = cameras.find((one) => one.name === name);
            if (camera) set({ camera });
          }}
        />
        <SpecFields
          specs={optics}
          values={settings.camera}
          onChange={(change) => set({ camera: { ...settings.camera, name: '', ...change } })}
        />
      </Section>
      <PointActions editor={editor} />
      <Section title={text('planner.section.aircraft')}>
        <Target editor={editor} />
        <SpecFields specs={battery} values={settings} onChange={set} />
      </Section>
      <Section title={text('planner.section.takeOff')}>
        <DockChoice editor={editor} docks={docks} host={host} />
        <TakeOff editor={editor} />
        {askWind ? <WindFromWeather editor={editor} askWind={askWind} /> : null}
      </Section>
    </>
  );
}
