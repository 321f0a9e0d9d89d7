import { limits, type LiveSource } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { OnPicture } from '@eyrie/ui';
import { Button } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { now } from '../../platform/clock.ts';
import { useFigures } from '../../platform/figures.ts';
import { watchLive } from '../../platform/live.ts';
import { serverTime } from '../../platform/server-time.ts';
import { keep, kept } from '../../platform/storage.ts';
import { ageOf, latestOf } from '../../platform/telemetry.ts';
import { useText } from '../../platform/text.tsx';
import { createHeadsUpDrawing, type HeadsUpFigure, type HeadsUpWords } from './heads-up-draw.ts';
import { headsUpSources, isDue, readHeadsUp, type HeadsUpInput, type ShownPicture } from './heads-up.ts';
import './heads-up.css';

const labels: Readonly<Record<HeadsUpFigure, PhraseId>> = {
  battery: 'dock.battery',
  remaining: 'headsUp.remaining',
  height: 'monitor.heightTakeOff',
  speedV: 'monitor.speedV',
  speedH: 'monitor.speedH',
  homeDistance: 'monitor.homeDistance',
  wind: 'monitor.windDrone',
  head: 'headsUp.head',
  gimbalPitch: 'headsUp.gimbalPitch',
  zoom: 'headsUp.zoom',
  laser: 'headsUp.laser',
  nearest: 'headsUp.nearest',
  above: 'headsUp.above',
  below: 'headsUp.below',
  delay: 'headsUp.delay',
};

export interface HeadsUpProps {
  dockOID: string;
  droneOID: string | null;
  /** The picture that it stands on. */
  source: LiveSource;
  /** Index of the camera that the gimbal turns; null: none is known. */
  payloadIndex: string | null;
}

const inputOf = (
  { dockOID, droneOID }: Pick<HeadsUpProps, 'dockOID' | 'droneOID'>,
  picture: ShownPicture,
  at: number,
): HeadsUpInput => {
  const drone = droneOID === null ? null : latestOf('droneTelemetry', droneOID);
  const report = latestOf('stickReport', dockOID);
  // A server keeps the newest report for pages that open later: to them it is as old as its moment says.
  const sinceMade = report ? (serverTime(at) ?? report.time) - report.time : 0;
  return {
    drone: drone?.data ?? null,
    droneAgeMs: ageOf(drone, at),
    report: report?.data ?? null,
    reportAgeMs: report ? Math.max(at - report.receivedAt, sinceMade) : 0,
    picture,
  };
};

/** Draws into the elements below `root` for as long as they stand. */
const useDrawing = (root: RefObject<HTMLElement | null>, props: HeadsUpProps): void => {
  const { dockOID, droneOID, source, payloadIndex } = props;
  const { videoId, lens, cameraIndex } = source;
  const text = useText();
  const figures = useFigures();
  const words = useRef<HeadsUpWords>({ text, figures });
  const picture = useRef<ShownPicture>({ videoId, lens, ofPayload: cameraIndex === payloadIndex });
  useEffect(() => {
    words.current = { text, figures };
    picture.current = { videoId, lens, ofPayload: cameraIndex === payloadIndex };
  }, [text, figures, videoId, lens, cameraIndex, payloadIndex]);
  useEffect(() => {
    if (!root.current) return undefined;
    const draw = createHeadsUpDrawing(root.current);
    const stopWatching = watchLive('stickReport', dockOID);
    let drawnAt = -Infinity;
    const drawNow = (): void => {
      const at = now();
      const input = inputOf({ dockOID, droneOID }, picture.current, at);
      if (!isDue(input.report, at - drawnAt)) return;
      drawnAt = at;
      draw(readHeadsUp(input), words.current);
    };
    drawNow();
    const timer = setInterval(drawNow, limits.drc.reportEvery);
    return () => {
      clearInterval(timer);
      stopWatching();
    };
  }, [root, dockOID, droneOID]);
};

const craftFigures: readonly HeadsUpFigure[] = [
  'battery',
  'remaining',
  'height',
  'speedV',
  'speedH',
  'head',
  'homeDistance',
  'gimbalPitch',
  'zoom',
];
const aroundFigures: readonly HeadsUpFigure[] = ['nearest', 'above', 'below', 'wind', 'laser', 'delay'];

function FigureLines({ names }: { names: readonly HeadsUpFigure[] }): ReactNode {
  const text = useText();
  return (
    <dl>
      {names.map((name) => (
        <div key={name} data-figure={name} data-freshness="none">
          <dt>{text(labels[name])}</dt>
          <dd>
            <bdi data-value={name}>–</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The battery as what flight, return and landing need of it. */
function BatteryBar(): ReactNode {
  return (
    <div className="heads-up-battery" aria-hidden="true">
      {(['land', 'return', 'flight'] as const).map((name) => (
        <span key={name} data-share={name} />
      ))}
    </div>
  );
}

/** Attitude, compass and radar around one middle, the nose upwards. */
function Dial(): ReactNode {
  const text = useText();
  const clip = useId();
  return (
    <svg
      className="heads-up-dial"
      viewBox="-80 -80 160 160"
      role="img"
      aria-label={text('headsUp.dial')}
      direction="ltr"
    >
      <circle className="heads-up-plate" r="79" />
      <g data-part="radar" data-freshness="none" className="heads-up-radar">
        {(['unknown', 'far', 'middle', 'near'] as const).map((band) => (
          <path key={band} data-band={band} className={`heads-up-${band}`} d="" />
        ))}
      </g>
      <g data-part="attitude" data-freshness="none">
        <clipPath id={clip}>
          <circle r="30" />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          <g data-part="horizon" visibility="hidden">
            <rect className="heads-up-ground" x="-60" y="0" width="120" height="120" />
            <path className="heads-up-line" d="M-60 0H60" />
          </g>
        </g>
        <circle className="heads-up-ring" r="30" />
        <path className="heads-up-craft" d="M-16 0H-5L0 4L5 0H16" />
      </g>
      <g data-part="compass" data-freshness="none" visibility="hidden">
        <path className="heads-up-line" d="M0 -44V-40M44 0H38M0 44V38M-44 0H-38" />
        <path className="heads-up-line" d="M-3 -31V-38L3 -31V-38" />
      </g>
      <g data-part="home" visibility="hidden">
        <path className="heads-up-home" d="M0 -46L5 -37H-5Z" />
      </g>
      <path className="heads-up-nose" d="M0 -79L5 -70H-5Z" />
    </svg>
  );
}

/** By which source the overlay is drawn, and how old each is. */
function Sources(): ReactNode {
  const text = useText();
  return (
    <dl aria-label={text('headsUp.sources')}>
      {headsUpSources.map((name) => (
        <div key={name} data-source={name} data-freshness="none">
          <dt>{text(`headsUp.source.${name}`)}</dt>
          <dd>
            <bdi data-age={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Overlay(props: HeadsUpProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  useDrawing(root, props);
  return (
    <div ref={root} className="heads-up-overlay">
      <svg className="heads-up-cross" viewBox="-20 -20 40 40" aria-hidden="true">
        <path d="M-18 0H-5M5 0H18M0 -18V-5M0 5V18" />
      </svg>
      <div className="heads-up-foot ey-grid ey-gap-8">
        <div className="heads-up-side ey-grid ey-gap-4">
          <BatteryBar />
          <FigureLines names={craftFigures} />
        </div>
        <Dial />
        <div className="heads-up-side ey-grid ey-gap-4">
          <FigureLines names={aroundFigures} />
          <Sources />
        </div>
      </div>
    </div>
  );
}

/**
 * What the aircraft reports, over its live picture: drawn ten times a second beside React, each value by the quickest source
 * that is of now, with the age of each source. Whoever hides it finds it hidden when they come back.
 */
export function HeadsUp(props: HeadsUpProps): ReactNode {
  const text = useText();
  const [shown, setShown] = useState(() => kept('headsUp') !== false);
  if (props.source.owner !== 'drone') return null;
  const turn = (): void => {
    keep('headsUp', !shown);
    setShown(!shown);
  };
  return (
    <div className="heads-up" role="group" aria-label={text('headsUp.title')}>
      <OnPicture>
        {shown ? <Overlay {...props} /> : null}
        <Button className="heads-up-switch" size="small" onClick={turn}>
          {text(shown ? 'headsUp.hide' : 'headsUp.show')}
        </Button>
      </OnPicture>
    </div>
  );
}
