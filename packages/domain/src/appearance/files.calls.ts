/** Where the files of an appearance are fetched. Apart from the calls: addresses are told apart before anybody signs in. */
export const imagePath = '/nebula-five/background/image/{id}.rest';
export const tilePath = '/nebula-five/map_config/tile/{id}/{z}/{x}/{y}.rest';
