/** Neither open nor exporting anything. */
module app.bank {}
