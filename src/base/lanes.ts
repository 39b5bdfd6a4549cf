// How long a text may be that names what follows one another. Input: nothing. Output: a number of characters.

/** Of a lane of deliveries, as it is kept; longer texts are kept as their beginning and a digest. */
export const LONGEST_LANE = 200;
