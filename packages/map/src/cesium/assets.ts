import { buildModuleUrl, Credit, CreditDisplay } from '@cesium/engine';
import { globeFiles } from '../globe-files.ts';

let ready = false;

/** Everything comes from the page's own address; the picture of the engine's maker, which is of a service that is not used, is a word. */
export const prepareAssets = (): void => {
  if (ready) return;
  ready = true;
  (buildModuleUrl as unknown as { setBaseUrl(url: string): void }).setBaseUrl(globeFiles());
  CreditDisplay.cesiumCredit = new Credit('CesiumJS', true);
};
