import { mainSource, type LiveSource } from '@eyrie/domain';

/** A camera a person chose; null leaves the choice to the page. */
export type CameraChoice = string | null;

/**
 * Which camera to show: the chosen one while it exists, else the aircraft's while it is on, else the dock's. Null when
 * nothing can be watched.
 */
export const chooseSource = (
  sources: readonly LiveSource[],
  choice: CameraChoice,
  droneOn: boolean,
): LiveSource | null => {
  const chosen = sources.find((source) => source.videoId === choice);
  if (chosen) return chosen;
  const drone = mainSource(sources.filter((source) => source.owner === 'drone'));
  const dock = sources.find((source) => source.owner === 'dock') ?? null;
  return droneOn ? (drone ?? dock) : (dock ?? drone);
};
