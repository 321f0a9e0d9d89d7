/** Where the files of an appearance are fetched. Beside the calls: the sign-in page recognises addresses without them. */
export const imagePath = '/nebula-five/background/image/{id}.rest';
export const tilePath = '/nebula-five/map_config/tile/{id}/{z}/{x}/{y}.rest';
