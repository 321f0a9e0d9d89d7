import { buildModuleUrl, Credit, CreditDisplay } from '@cesium/engine';

/** Where the console's build puts what the globe loads while it runs: workers, decoders, the picture of the Earth. */
export const globeAssets = (): string => new URL('cesium/', document.baseURI).href;

let ready = false;

/** Everything comes from the page's own address; the picture of the engine's maker, which is of a service that is not used, is a word. */
export const prepareAssets = (): void => {
  if (ready) return;
  ready = true;
  (buildModuleUrl as unknown as { setBaseUrl(url: string): void }).setBaseUrl(globeAssets());
  CreditDisplay.cesiumCredit = new Credit('CesiumJS', true);
};
