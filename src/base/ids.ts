// Ids that the service makes of letters and digits. Notation, part 2, rule `new id` of a string.

/** How many signs follow the prefix: 24 of 32 letters and digits are 120 random bits. */
export const ID_LENGTH = 24;
