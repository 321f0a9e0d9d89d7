import {
  psdkLimits,
  searchlightCalibrations,
  searchlightLamps,
  searchlightModes,
  type SearchlightLamp,
  type SearchlightMode,
  type SearchlightState,
} from '@eyrie/domain';
import { Checkbox, InputNumber, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useFigures } from '../../platform/figures.ts';
import { useText } from '../../platform/text.tsx';
import { FactLines } from './fact-lines.tsx';
import { modeOf, type PsdkDevice } from './psdk-devices.ts';
import { PsdkOrder as Order, type PsdkGiving } from './psdk-order.tsx';

interface Props {
  device: PsdkDevice;
  giving: PsdkGiving;
}

/** How it shines, by its own word on the link of sticks. */
function Now({ state }: { state: SearchlightState }): ReactNode {
  const text = useText();
  const figures = useFigures();
  const mode = modeOf(state.mode);
  const shines =
    mode !== null
      ? text(`searchlight.mode.${mode}`)
      : state.mode === null
        ? '–'
        : text('searchlight.modeUnknown', { number: state.mode });
  const calibration = state.calibration === null ? null : searchlightCalibrations[state.calibration];
  const facts = [
    text('searchlight.now', { mode: shines, brightness: figures.amount(state.brightness, '%', 0) }),
    state.left === null && state.right === null
      ? null
      : text('searchlight.trimNow', {
          left: figures.amount(state.left, '°', 0),
          right: figures.amount(state.right, '°', 0),
        }),
    calibration
      ? text(`searchlight.calibration.${calibration}`, { percent: figures.amount(state.progress, '%', 0) })
      : null,
    state.wideField ? text('searchlight.wideField') : null,
    state.followsGimbal ? text('searchlight.followsGimbal') : null,
    text('searchlight.reportedAt', { time: figures.time(state.at) }),
  ];
  return <FactLines facts={facts} />;
}

function Mode({ device: { index, searchlight }, giving }: Props): ReactNode {
  const text = useText();
  const [mode, setMode] = useState<SearchlightMode>(modeOf(searchlight?.mode ?? null) ?? 'off');
  return (
    <div>
      <Select<SearchlightMode>
        size="small"
        aria-label={`${text('detail.key.lightMode')} ${index}`}
        value={mode}
        options={searchlightModes.map((value) => ({ value, label: text(`searchlight.mode.${value}`) }))}
        popupMatchSelectWidth={false}
        onChange={setMode}
      />
      <Order method="searchlightMode" fields={{ psdkIndex: index, lightMode: mode }} giving={giving}>
        {text('searchlight.setMode', { index })}
      </Order>
    </div>
  );
}

/** Why a number is not sent, in words; null: it is whole and within its range. */
const useNumberReason = (value: number | null, least: number, most: number): string | null => {
  const text = useText();
  const fits = value !== null && Number.isInteger(value) && value >= least && value <= most;
  return fits ? null : `${text('issue.number')} (${least}–${most})`;
};

function Brightness({ device: { index, searchlight }, giving }: Props): ReactNode {
  const text = useText();
  const { brightnessMin, brightnessMax } = psdkLimits;
  const [brightness, setBrightness] = useState<number | null>(
    Math.max(brightnessMin, searchlight?.brightness ?? brightnessMax),
  );
  const reason = useNumberReason(brightness, brightnessMin, brightnessMax);
  return (
    <div>
      <InputNumber
        size="small"
        aria-label={`${text('detail.key.brightness')} ${index}`}
        status={reason === null ? '' : 'error'}
        value={brightness}
        onChange={setBrightness}
      />
      <Order
        method="searchlightBrightness"
        fields={{ psdkIndex: index, brightness: brightness ?? 0 }}
        giving={giving}
        reason={reason}
      >
        {text('searchlight.setBrightness', { index })}
      </Order>
    </div>
  );
}

function Trim({ device: { index, searchlight }, giving }: Props): ReactNode {
  const text = useText();
  const [lamp, setLamp] = useState<SearchlightLamp>('left');
  const [degrees, setDegrees] = useState<number | null>(searchlight?.left ?? 0);
  const [saved, setSaved] = useState(false);
  const reason = useNumberReason(degrees, -psdkLimits.trim, psdkLimits.trim);
  return (
    <div>
      <Select<SearchlightLamp>
        size="small"
        aria-label={`${text('detail.key.lamp')} ${index}`}
        value={lamp}
        options={searchlightLamps.map((value) => ({ value, label: text(`searchlight.lamp.${value}`) }))}
        popupMatchSelectWidth={false}
        onChange={(next) => {
          setLamp(next);
          setDegrees(searchlight?.[next] ?? 0);
        }}
      />
      <InputNumber
        size="small"
        aria-label={`${text('detail.key.degrees')} ${index}`}
        status={reason === null ? '' : 'error'}
        value={degrees}
        onChange={setDegrees}
      />
      <Checkbox checked={saved} onChange={({ target }) => setSaved(target.checked)}>
        {text('searchlight.save')}
      </Checkbox>
      <Order
        method="searchlightTrim"
        fields={{ psdkIndex: index, lamp, degrees: degrees ?? 0, saved }}
        giving={giving}
        reason={reason}
      >
        {text('searchlight.trim', { index })}
      </Order>
    </div>
  );
}

/** A searchlight: how it shines, and what is ordered of that where the documents of its dock have it. */
export function SearchlightPart({ device, giving }: Props): ReactNode {
  const text = useText();
  const { index, searchlight } = device;
  const lacks = giving.why('searchlightCalibrate', { psdkIndex: index }) === 'refusal.methodMissing';
  return (
    <div role="group" aria-label={text('searchlight.one', { index })}>
      {searchlight ? (
        <Now state={searchlight} />
      ) : (
        <p className="list-hint" role="note">
          {text(lacks ? 'refusal.methodMissing' : 'searchlight.unknown')}
        </p>
      )}
      {lacks ? null : (
        <>
          <Mode key={`mode ${searchlight?.mode}`} {...{ device, giving }} />
          <Brightness key={`brightness ${searchlight?.brightness}`} {...{ device, giving }} />
          <Trim {...{ device, giving }} />
          <Order method="searchlightCalibrate" fields={{ psdkIndex: index }} giving={giving}>
            {text('searchlight.calibrate', { index })}
          </Order>
        </>
      )}
    </div>
  );
}
