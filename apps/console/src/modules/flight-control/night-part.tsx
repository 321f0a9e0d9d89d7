import { denoiseLevels, nightModes, type NightState } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { Choice } from './choice.tsx';
import { FactLines } from './fact-lines.tsx';
import { isLacking, PayloadOrder as Order, type Giving } from './payload-order.tsx';

const wordOf = <Name extends string>(codes: Readonly<Record<Name, number>>, code: number | null) =>
  (Object.entries(codes) as [Name, number][]).find(([, one]) => one === code)?.[0] ?? null;

/** How the camera sees at night, by its own word on the link of sticks. */
function Now({ night }: { night: NightState | null }): ReactNode {
  const text = useText();
  if (!night) return <p className="list-hint">{text('night.unknown')}</p>;
  const mode = wordOf(nightModes, night.mode);
  const denoise = wordOf(denoiseLevels, night.denoise);
  const onOff = (one: boolean | null): string =>
    one === null ? '–' : text(one ? 'thermal.on' : 'thermal.off');
  const facts = [
    text('night.now', {
      mode: mode ? text(`night.mode.${mode}`) : '–',
      level: denoise ? text(`night.denoise.${denoise}`) : '–',
    }),
    text('night.visionNow', { vision: onOff(night.vision), light: onOff(night.fillLight) }),
    night.working ? text('night.working') : null,
    night.advised ? text('night.advised') : null,
  ];
  return <FactLines facts={facts} />;
}

/** How the camera sees at night, and what is ordered of that. */
export function NightPart({ night, giving }: { night: NightState | null; giving: Giving }): ReactNode {
  const text = useText();
  if (isLacking(giving, 'drc_camera_night_mode_set')) return null;
  const modes = Object.entries(nightModes) as [keyof typeof nightModes, number][];
  const levels = Object.entries(denoiseLevels) as [keyof typeof denoiseLevels, number][];
  const switches = [
    ['drc_camera_night_vision_enable', true, 'night.visionOn'],
    ['drc_camera_night_vision_enable', false, 'night.visionOff'],
    ['drc_infrared_fill_light_enable', true, 'night.lightOn'],
    ['drc_infrared_fill_light_enable', false, 'night.lightOff'],
  ] as const;
  return (
    <div role="group" aria-label={text('night.title')}>
      <Now night={night} />
      <Choice<number>
        key={`mode ${night?.mode}`}
        label={text('night.modeLabel')}
        word={text('night.setMode')}
        options={modes.map(([name, value]) => ({ value, label: text(`night.mode.${name}`) }))}
        held={night?.mode ?? nightModes.off}
        cmd="drc_camera_night_mode_set"
        fieldsOf={(mode) => ({ mode })}
        giving={giving}
      />
      <Choice<number>
        key={`level ${night?.denoise}`}
        label={text('night.denoiseLabel')}
        word={text('night.setDenoise')}
        options={levels.map(([name, value]) => ({ value, label: text(`night.denoise.${name}`) }))}
        held={
          wordOf(denoiseLevels, night?.denoise ?? null) === null
            ? denoiseLevels.strong
            : (night?.denoise ?? 2)
        }
        cmd="drc_camera_denoise_level_set"
        fieldsOf={(level) => ({ level })}
        giving={giving}
      />
      {switches.map(([cmd, enable, word]) => (
        <Order key={word} cmd={cmd} fields={{ enable }} giving={giving}>
          {text(word)}
        </Order>
      ))}
    </div>
  );
}
