const RolesScreen = () => null

export default RolesScreen
