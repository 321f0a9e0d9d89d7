import {
  cameraModes,
  cameraTypes,
  commandCalls,
  gimbalResets,
  type DockPresence,
  type DroneTelemetry,
  type PayloadCommand,
  type PayloadData,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { Allowed } from '../../platform/allowed.tsx';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { CameraPart, PanoramaState } from './camera-part.tsx';
import { CapturePart } from './capture-part.tsx';
import { NightPart } from './night-part.tsx';
import { PayloadOrder as Order, type Giving } from './payload-order.tsx';
import { zoomRanges } from './picture-gestures.ts';
import { ThermalPart } from './thermal-part.tsx';

interface Props {
  drone: DroneTelemetry | null;
  /** The values are those of the past, not of now. */
  old: boolean;
  /** Who has the payload, and how one gets it. */
  control: ReactNode;
  /** Why an order cannot be given now; null when it can. */
  why: (cmd: PayloadCommand, data: PayloadData) => PhraseId | null;
  onOrder: (cmd: PayloadCommand, data: PayloadData) => Promise<void>;
  /** What the camera says of a panorama. */
  panorama: DockPresence['panorama'];
}

/** Degrees a second that one press turns the gimbal. */
const turnSpeed = 10;
const turns = {
  up: [turnSpeed, 0],
  down: [-turnSpeed, 0],
  left: [0, -turnSpeed],
  right: [0, turnSpeed],
} as const;

/** What camera and gimbal are at, by the aircraft's own word. */
function Reported({ drone: { camera, gimbal }, old }: { drone: DroneTelemetry; old: boolean }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const mode = Object.entries(cameraModes).find(([, code]) => code === camera.mode)?.[0];
  const facts = [
    mode ? text(`payload.mode.${mode as keyof typeof cameraModes}`) : '–',
    camera.recording ? text('payload.recording', { seconds: Math.round(camera.recordTime ?? 0) }) : null,
    camera.photo ? text('payload.shooting') : null,
    camera.zoom === null ? null : figures.amount(camera.zoom, '×'),
    gimbal.pitch === null ? null : text('payload.pitch', { degrees: Math.round(gimbal.pitch) }),
  ];
  return (
    <p className="list-hint" role="status">
      {old ? `${text('payload.old')} · ` : ''}
      {facts.filter((one) => one !== null).join(' · ')}
    </p>
  );
}

function Zoom({ giving }: { giving: Giving }): ReactNode {
  const text = useText();
  const [lens, setLens] = useState<(typeof cameraTypes)[number]>('zoom');
  const [factor, setFactor] = useState<number | null>(2);
  const [least, most] = zoomRanges[lens];
  const fits = factor !== null && factor >= least && factor <= most;
  return (
    <div>
      <Select
        size="small"
        aria-label={text('detail.key.camera_type')}
        value={lens}
        options={cameraTypes.map((value) => ({ value, label: text(`payload.lens.${value}`) }))}
        onChange={setLens}
      />
      <InputNumber
        size="small"
        aria-label={text('detail.key.zoom_factor')}
        status={fits ? '' : 'error'}
        value={factor}
        onChange={setFactor}
      />
      <Order
        cmd="camera_focal_length_set"
        fields={{ camera_type: lens, zoom_factor: factor ?? 0 }}
        giving={giving}
        reason={fits ? null : `${text('issue.number')} (${least}–${most})`}
      >
        {text('payload.zoom')}
      </Order>
    </div>
  );
}

/** Camera and gimbal of the aircraft: what it reports of them, and what is ordered of them. */
export function PayloadPanel({ drone, old, control, why, onOrder, panorama }: Props): ReactNode {
  const text = useText();
  const camera = drone?.camera ?? null;
  const settings = camera?.settings ?? null;
  const giving: Giving = { why, onOrder, index: drone?.camera.payloadIndex ?? '' };
  const modes = Object.entries(cameraModes) as [keyof typeof cameraModes, number][];
  const resets = Object.entries(gimbalResets) as [keyof typeof gimbalResets, number][];
  return (
    <section className="monitor-panel" aria-label={text('payload.title')}>
      <h2>{text('payload.title')}</h2>
      {drone && giving.index !== '' ? (
        <Reported drone={drone} old={old} />
      ) : (
        <p role="note">{text('refusal.cameraMissing')}</p>
      )}
      {control}
      <Allowed call={commandCalls.payloadCommands}>
        <div role="group" aria-label={text('detail.key.camera_mode')}>
          {modes.map(([name, camera_mode]) => (
            <Order key={name} cmd="camera_mode_switch" fields={{ camera_mode }} giving={giving}>
              {text(`payload.mode.${name}`)}
            </Order>
          ))}
        </div>
        <div role="group" aria-label={text('payload.shoot')}>
          <Order cmd="camera_photo_take" giving={giving}>
            {text('payload.photo')}
          </Order>
          <Order cmd="camera_photo_stop" giving={giving}>
            {text('payload.photoStop')}
          </Order>
          <Order cmd="camera_recording_start" giving={giving}>
            {text('payload.record')}
          </Order>
          <Order cmd="camera_recording_stop" giving={giving}>
            {text('payload.recordStop')}
          </Order>
        </div>
        <Zoom giving={giving} />
        <div role="group" aria-label={text('payload.gimbal')}>
          {Object.entries(turns).map(([name, [pitch_speed, yaw_speed]]) => (
            <Order
              key={name}
              cmd="camera_screen_drag"
              fields={{ locked: false, pitch_speed, yaw_speed }}
              giving={giving}
            >
              {text(`payload.turn.${name as keyof typeof turns}`)}
            </Order>
          ))}
          {resets.map(([name, reset_mode]) => (
            <Order key={name} cmd="gimbal_reset" fields={{ reset_mode }} giving={giving}>
              {text(`payload.reset.${name}`)}
            </Order>
          ))}
        </div>
        <div role="group" aria-label={text('payload.split')}>
          <Order cmd="camera_screen_split" fields={{ enable: true }} giving={giving}>
            {text('payload.splitOn')}
          </Order>
          <Order cmd="camera_screen_split" fields={{ enable: false }} giving={giving}>
            {text('payload.splitOff')}
          </Order>
        </div>
        <PanoramaState said={panorama} />
        {settings ? (
          <CameraPart settings={settings} thermal={camera?.irZoom != null} giving={giving} />
        ) : null}
        {settings ? <NightPart night={camera?.night ?? null} giving={giving} /> : null}
        {settings ? <CapturePart capture={camera?.capture ?? null} giving={giving} /> : null}
        {camera?.thermal ? <ThermalPart thermal={camera.thermal} giving={giving} /> : null}
      </Allowed>
    </section>
  );
}
