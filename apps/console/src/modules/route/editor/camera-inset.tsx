import type { PlanCamera } from '@eyrie/domain';
import type { MapHost, Pose, SceneView } from '@eyrie/map';
import type { PlayMoment } from '@eyrie/planner';
import { Icon } from '@eyrie/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useFigures } from '../../../platform/figures.ts';
import { useText } from '../../../platform/text.tsx';
import './camera-inset.css';

type Opened = SceneView | 'opening' | 'noGraphics' | 'notLoaded';

/** Opens the eye in an element as long as both live, and turns it to each pose. */
const useView = (host: MapHost | null, element: HTMLElement | null, label: string, pose: Pose): Opened => {
  const [opened, setOpened] = useState<Opened>('opening');
  const name = useRef(label);
  useEffect(() => {
    if (!host || !element) return undefined;
    let gone = false;
    let view: SceneView | null = null;
    setOpened('opening');
    void host.openView(element, name.current).then((answer) => {
      if (typeof answer !== 'string') {
        view = answer;
        if (gone) answer.dispose();
      }
      if (!gone) setOpened(answer);
    });
    return () => {
      gone = true;
      view?.dispose();
    };
  }, [host, element]);
  useEffect(() => {
    if (typeof opened !== 'string') opened.look(pose);
  }, [opened, pose]);
  return opened;
};

const reasons = {
  opening: 'planner.view.opening',
  noGraphics: 'planner.view.noGraphics',
  notLoaded: 'planner.view.notLoaded',
} as const;

function Picture({ host, pose, shape }: { host: MapHost | null; pose: Pose; shape: string }): ReactNode {
  const text = useText();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const opened = useView(host, element, text('planner.view'), pose);
  return (
    <>
      {/* The sources of the picture are named at its own foot. */}
      <div className="planner-inset-frame" dir="ltr">
        <div className="planner-inset-picture" ref={setElement} style={{ aspectRatio: shape }} />
      </div>
      {typeof opened === 'string' ? <p role="status">{text(reasons[opened])}</p> : null}
    </>
  );
}

export interface CameraInsetProps {
  host: MapHost | null;
  moment: PlayMoment;
  /** Null: its height above the ellipsoid is not known. */
  pose: Pose | null;
  camera: PlanCamera;
  /** Which photo is taken just now, of how many; null: none is. */
  photo: { number: number; of: number } | null;
  onClose: () => void;
}

/** What the camera sees at the moment of the playback, in the shape of its picture, over the world of the map. */
export function CameraInset({ host, moment, pose, camera, photo, onClose }: CameraInsetProps): ReactNode {
  const text = useText();
  const figures = useFigures();
  // Isolated: in a right-to-left sentence a sign would go to the other end of its number.
  const isolated = (words: string): string => `\u2066${words}\u2069`;
  const angle = (value: number): string => `${figures.amount(value, undefined, 0)}°`;
  return (
    <section
      className={photo ? 'planner-inset planner-inset-taken' : 'planner-inset'}
      aria-label={text('planner.view')}
    >
      <header>
        <b>{text('planner.view')}</b>
        <span className="planner-inset-photo" role="status">
          {photo ? text('planner.view.photo', photo) : ''}
        </span>
        <button type="button" aria-label={text('planner.view.close')} onClick={onClose}>
          <Icon name="close" size={14} />
        </button>
      </header>
      {pose ? (
        <Picture host={host} pose={pose} shape={`${camera.sensorW} / ${camera.sensorH}`} />
      ) : (
        <p role="status">{text('planner.view.noHeight')}</p>
      )}
      <footer>
        <bdi>
          {text('planner.view.facts', {
            heading: isolated(angle((moment.heading + 360) % 360)),
            pitch: isolated(angle(moment.pitch)),
            wide: pose ? isolated(`${angle(pose.horizontal)} × ${angle(pose.vertical)}`) : '–',
          })}
        </bdi>
      </footer>
    </section>
  );
}
