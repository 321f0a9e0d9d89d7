import {
  exposureModes,
  exposureOf,
  focusModes,
  isoOf,
  shutterOf,
  storedLenses,
  type CameraSettings,
  type DockPresence,
} from '@eyrie/domain';
import { InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { Choice } from './choice.tsx';
import { FactLines } from './fact-lines.tsx';
import { LensByLink } from './lens-by-link.tsx';
import { PayloadOrder as Order, type Giving } from './payload-order.tsx';

interface Props {
  settings: CameraSettings;
  /** It has a thermal lens. */
  thermal: boolean;
  giving: Giving;
}

const exposures = Array.from({ length: 31 }, (_, index) => index + 1);
const visible = ['wide', 'zoom'] as const;

/** How a panorama comes along, by the camera's own word. */
export function PanoramaState({ said }: { said: DockPresence['panorama'] }): ReactNode {
  const text = useText();
  const figures = useFigures();
  if (!said?.state) return null;
  const step = said.step ? text(`camera.step.${said.step}`) : '–';
  const percent = figures.amount(said.percent, '%', 0);
  return (
    <p className="list-hint" role="status">
      {text(`camera.panorama.${said.state}`, { step, percent })}
      {said.state === 'working' ? (
        <progress aria-label={text('payload.mode.panorama')} max={100} value={said.percent ?? undefined} />
      ) : null}
    </p>
  );
}

/** What the camera is set to, by the aircraft's own word. */
function Now({ settings }: Pick<Props, 'settings'>): ReactNode {
  const text = useText();
  const figures = useFigures();
  const { focus, laser, watermark, photosLeft, recordLeft } = settings;
  const automatic = text('camera.auto');
  const lenses = visible.map((lens) => {
    const { iso, shutter, value } = settings[lens];
    return text('camera.now', {
      lens: text(`payload.lens.${lens}`),
      iso: isoOf(iso) ?? (iso === null ? '–' : automatic),
      shutter: shutterOf(shutter) ?? (shutter === null ? '–' : automatic),
      value: figures.amount(exposureOf(value), 'EV', 1),
    });
  });
  const facts = [
    ...lenses,
    text('camera.focusNow', {
      value: focus.value ?? '–',
      least: focus.least ?? '–',
      most: focus.most ?? '–',
    }),
    text('camera.left', {
      photos: photosLeft ?? '–',
      time: recordLeft === null ? '–' : figures.duration(recordLeft),
    }),
    watermark === null ? null : text(watermark ? 'camera.watermarked' : 'camera.unmarked'),
    laser && laser.lng !== null && laser.lat !== null
      ? text('camera.laser', {
          distance: figures.length(laser.distance),
          lat: figures.amount(laser.lat, '°', 6),
          lng: figures.amount(laser.lng, '°', 6),
        })
      : null,
  ];
  return <FactLines facts={facts} />;
}

function Storage({
  cmd,
  held,
  lenses,
  giving,
}: {
  cmd: 'photo_storage_set' | 'video_storage_set';
  held: readonly string[];
  lenses: readonly string[];
  giving: Giving;
}): ReactNode {
  const text = useText();
  const known = storedLenses.filter((one) => lenses.includes(one));
  const [chosen, setChosen] = useState<string[]>(() => known.filter((one) => held.includes(one)));
  const field = cmd === 'photo_storage_set' ? 'photo_storage_settings' : 'video_storage_settings';
  return (
    <div>
      <Select<string[]>
        mode="multiple"
        size="small"
        className="camera-lenses"
        aria-label={text(`detail.key.${field}`)}
        value={chosen}
        options={known.map((value) => ({ value, label: text(`camera.store.${value}`) }))}
        onChange={setChosen}
      />
      <Order
        cmd={cmd}
        fields={{ [field]: chosen }}
        giving={giving}
        reason={chosen.length === 0 ? text('issue.required', { field: text(`detail.key.${field}`) }) : null}
      >
        {text(cmd === 'photo_storage_set' ? 'camera.setPhotoStorage' : 'camera.setVideoStorage')}
      </Order>
    </div>
  );
}

function Exposure({ settings, giving }: Props): ReactNode {
  const text = useText();
  const figures = useFigures();
  const [lens, setLens] = useState<(typeof visible)[number]>('wide');
  const { mode, value } = settings[lens];
  const modes = Object.entries(exposureModes) as [keyof typeof exposureModes, number][];
  return (
    <div role="group" aria-label={text('camera.exposure')}>
      <Select
        size="small"
        aria-label={text('camera.lens')}
        value={lens}
        options={visible.map((one) => ({ value: one, label: text(`payload.lens.${one}`) }))}
        onChange={setLens}
      />
      <Choice<number>
        key={`mode ${lens}`}
        label={text('detail.key.exposure_mode')}
        word={text('camera.setExposureMode')}
        options={modes.map(([name, number]) => ({
          value: number,
          label: text(`camera.exposureMode.${name}`),
        }))}
        held={mode ?? exposureModes.auto}
        cmd="camera_exposure_mode_set"
        fieldsOf={(exposure_mode) => ({ camera_type: lens, exposure_mode })}
        giving={giving}
      />
      <LensByLink {...{ lens, settings, giving }} />
      <Choice<number>
        key={`value ${lens}`}
        label={text('detail.key.exposure_value')}
        word={text('camera.setExposure')}
        options={exposures.map((one) => ({ value: one, label: figures.amount(exposureOf(one), 'EV', 1) }))}
        held={value !== null && exposures.includes(value) ? value : 16}
        cmd="camera_exposure_set"
        fieldsOf={(one) => ({ camera_type: lens, exposure_value: String(one) })}
        giving={giving}
      />
    </div>
  );
}

function Focus({ settings: { focus }, giving }: Props): ReactNode {
  const text = useText();
  const [value, setValue] = useState(focus.value);
  const modes = Object.entries(focusModes) as [keyof typeof focusModes, number][];
  const fits = value !== null && Number.isInteger(value) && value >= 0 && value <= 10_000;
  return (
    <div role="group" aria-label={text('camera.focus')}>
      <Choice<number>
        label={text('detail.key.focus_mode')}
        word={text('camera.setFocusMode')}
        options={modes.map(([name, number]) => ({ value: number, label: text(`camera.focusMode.${name}`) }))}
        held={focus.mode ?? focusModes.continuous}
        cmd="camera_focus_mode_set"
        fieldsOf={(focus_mode) => ({ camera_type: 'zoom', focus_mode })}
        giving={giving}
      />
      <InputNumber
        size="small"
        aria-label={text('detail.key.focus_value')}
        status={fits || value === null ? '' : 'error'}
        value={value}
        onChange={setValue}
      />
      <Order
        cmd="camera_focus_value_set"
        fields={{ camera_type: 'zoom', focus_value: value ?? 0 }}
        giving={giving}
        reason={fits ? null : `${text('issue.number')} (${focus.least ?? 0}–${focus.most ?? 10_000})`}
      >
        {text('camera.setFocus')}
      </Order>
    </div>
  );
}

/** Settings of the camera: exposure, focus, what is stored, marks in pictures. */
export function CameraPart(props: Props): ReactNode {
  const { settings, thermal, giving } = props;
  const text = useText();
  const lenses = storedLenses.filter((one) => one !== 'ir' || thermal);
  return (
    <div role="group" aria-label={text('camera.title')}>
      <Now settings={settings} />
      <Exposure {...props} />
      <Focus {...props} />
      <Storage cmd="photo_storage_set" held={settings.photoStorage} lenses={lenses} giving={giving} />
      <Storage cmd="video_storage_set" held={settings.videoStorage} lenses={lenses} giving={giving} />
      <Order cmd="camera_watermark_settings" fields={{ global_enable: 1 }} giving={giving}>
        {text('camera.watermarkOn')}
      </Order>
      <Order cmd="camera_watermark_settings" fields={{ global_enable: 0 }} giving={giving}>
        {text('camera.watermarkOff')}
      </Order>
    </div>
  );
}
