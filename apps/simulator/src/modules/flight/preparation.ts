/** What a dock does between accepting a task and take-off, by seconds since it accepted. */
export interface PreparationStep {
  at: number;
  percent: number;
  missionState: number;
  does?: 'askAreas' | 'openCover' | 'powerOn';
}

export const preparation: readonly PreparationStep[] = [
  { at: 0, percent: 0, missionState: 0 },
  { at: 1, percent: 2, missionState: 0, does: 'askAreas' },
  { at: 4, percent: 5, missionState: 0, does: 'powerOn' },
  { at: 8, percent: 10, missionState: 0, does: 'openCover' },
  { at: 26, percent: 20, missionState: 0 },
  { at: 30, percent: 30, missionState: 0 },
  { at: 35, percent: 40, missionState: 2 },
  { at: 40, percent: 50, missionState: 3 },
  { at: 46, percent: 60, missionState: 3 },
  { at: 52, percent: 70, missionState: 4 },
  { at: 57, percent: 80, missionState: 4 },
];

/** Seconds until the aircraft is on after it was switched on, and until the preparation is complete. */
export const powerOnSeconds = 20;
export const preparedSeconds = 60;

/** Goes through the steps as their time comes, each once. */
export class Preparation {
  private done = 0;

  due(seconds: number): PreparationStep[] {
    const due = preparation.slice(this.done).filter((step) => step.at <= seconds);
    this.done += due.length;
    return due;
  }
}
